package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.NearestName;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Provides settings from the environment and a file, for options that the command line does not
 * have. {@code --idle-timeout} is {@code SNOWBRAID_SERVER_IDLE_TIMEOUT} in the environment, and
 * {@code idle-timeout} in the file.
 */
public final class SettingSources implements IDefaultValueProvider {

  private static final String PREFIX = "SNOWBRAID_SERVER_";
  private static final String CONFIG = "config";

  /** What only the command line has. */
  private static final Set<String> COMMANDS = Set.of("help", "version", "check", "hash-password");

  /**
   * Kubernetes sets these in all pods beside services that are called snowbraid-server, or begin
   * so, such as snowbraid-server-http.
   */
  private static final Pattern KUBERNETES =
      Pattern.compile("(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_.+)?)");

  private static final Pattern KUBERNETES_PORT = Pattern.compile("(tcp|udp|sctp)://.*");

  private final CommandLine command;
  private final Map<String, String> environment;
  private final Map<String, String> file;

  private SettingSources(CommandLine command, Map<String, String> environment, String... line) {
    this.command = command;
    this.environment = settingsOf(environment);
    this.environment.keySet().forEach(this::requireKnownInEnvironment);
    String config = config(line);
    this.file = config == null ? Map.of() : read(Path.of(config));
  }

  /**
   * Makes a command read its settings from these sources, too.
   *
   * @param line the command line, which may name the file
   * @throws IllegalArgumentException if a setting is unknown, or the file cannot be read
   */
  static void addTo(CommandLine command, Map<String, String> environment, String... line) {
    command.setDefaultValueProvider(new SettingSources(command, environment, line));
  }

  /** Returns the name of a setting; null if an option is none. */
  public static @Nullable String name(OptionSpec option) {
    String name = option.longestName().replaceFirst("^--", "");
    return COMMANDS.contains(name) ? null : name;
  }

  public static String environmentName(String setting) {
    return PREFIX + setting.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    String name = argument instanceof OptionSpec option ? name(option) : null;
    if (name == null) {
      return null;
    }
    String value = environment.get(name);
    return value == null ? file.get(name) : value;
  }

  private static Map<String, String> settingsOf(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(variable -> isSetting(variable.getKey(), variable.getValue()))
        .collect(
            Collectors.toMap(
                variable ->
                    variable
                        .getKey()
                        .substring(PREFIX.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-'),
                Map.Entry::getValue));
  }

  private static boolean isSetting(String variable, String value) {
    if (!variable.startsWith(PREFIX)) {
      return false;
    }
    String name = variable.substring(PREFIX.length());
    boolean isOfKubernetes =
        KUBERNETES.matcher(name).matches()
            || (name.endsWith("PORT") && KUBERNETES_PORT.matcher(value).matches());
    return !isOfKubernetes;
  }

  private @Nullable String config(String... line) {
    for (int i = 0; i < line.length; i++) {
      if (line[i].startsWith("--" + CONFIG + "=")) {
        return line[i].substring(CONFIG.length() + 3);
      }
      if (line[i].equals("--" + CONFIG) && i + 1 < line.length) {
        return line[i + 1];
      }
    }
    return environment.get(CONFIG);
  }

  private Map<String, String> read(Path path) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "config must be a readable file of properties: config="
              + path
              + ", cause="
              + e
              + "; correct the path or the file",
          e);
    }
    Set<String> names = properties.stringPropertyNames();
    names.forEach(name -> requireKnownInFile(name, path));
    return names.stream()
        .collect(Collectors.toMap(name -> name, name -> properties.getProperty(name).strip()));
  }

  private String nearest(String name) {
    return NearestName.nearest(name, names()).orElseThrow();
  }

  private void requireKnownInEnvironment(String name) {
    if (!names().contains(name)) {
      throw unknown(environmentName(name), environmentName(nearest(name)));
    }
  }

  private void requireKnownInFile(String name, Path path) {
    if (!names().contains(name) || name.equals(CONFIG)) {
      throw unknown(name + " in " + path, nearest(name));
    }
  }

  private Set<String> names() {
    return command.getCommandSpec().options().stream()
        .map(SettingSources::name)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private static IllegalArgumentException unknown(String name, String nearest) {
    return new IllegalArgumentException(
        "setting is unknown: " + name + "; the nearest is " + nearest);
  }
}
