package io.snowbraid.cli;

import io.snowbraid.layout.Layout;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects the layout of ids. */
final class LayoutOption {

  @Option(
      names = "--layout",
      description =
          "The layout: its text form, or DEFAULT, TWITTER, UNIX_MILLIS, REDIS_SHARDED, BAIDU_UID,"
              + " DECIMAL or JAVASCRIPT, in any case.")
  private @Nullable String text;

  Optional<Layout> layout() {
    return Optional.ofNullable(text).map(Layout::parse);
  }
}
