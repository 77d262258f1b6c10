package io.snowbraid.server.program;

import io.snowbraid.server.program.Settings.Setting;
import java.util.List;
import java.util.stream.Collectors;

/** What {@code --help} prints. */
final class Help {

  private static final String USAGE =
      """
      Usage: snowbraid-server [--setting=value ...]
             snowbraid-server new-secret [--admin] NAME
             snowbraid-server accept-move DATA
             snowbraid-server rehearse
      Issues ids to clients of Redis. What is --idle-timeout here is SNOWBRAID_SERVER_IDLE_TIMEOUT in
      the environment, and idle-timeout in the file that --config names.

        --help, -h
            Show this.
        --version, -V
            Show the version.
        --check
            Check the settings and reach the store, and end.
      """;

  private Help() {}

  static String of(List<Setting> settings) {
    return USAGE + settings.stream().map(Help::line).collect(Collectors.joining("\n"));
  }

  private static String line(Setting setting) {
    String byDefault = setting.byDefault();
    return "  --%s=<%s>\n      %s%s"
        .formatted(
            setting.name(),
            setting.value(),
            setting.description(),
            byDefault.isEmpty() ? "" : " Default: " + byDefault);
  }
}
