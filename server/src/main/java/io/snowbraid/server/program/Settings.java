package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.NearestName;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings. What reads one says its name, its default and what it is for, so help and manual
 * list exactly what is read.
 *
 * <p>Their texts come from the command line, the environment, and a file, of which the first that
 * has a setting counts. What is {@code --idle-timeout} on the line is {@code
 * SNOWBRAID_SERVER_IDLE_TIMEOUT} in the environment, and {@code idle-timeout} in the file.
 */
public final class Settings {

  private static final String DASHES = "--";
  private static final String PREFIX = "SNOWBRAID_SERVER_";
  private static final String CONFIG = "config";

  /** What only the line has. */
  private static final Set<String> COMMANDS = Set.of("help", "version", "check");

  /**
   * Kubernetes sets these in all pods beside services that are called snowbraid-server, or begin
   * so, such as snowbraid-server-http.
   */
  private static final Pattern KUBERNETES =
      Pattern.compile("(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_.+)?)");

  private static final Pattern KUBERNETES_PORT = Pattern.compile("(tcp|udp|sctp)://.*");

  /** A line that is no comment and ends with an odd number of backslashes. */
  private static final Pattern CONTINUED =
      Pattern.compile("(?s)(?!\\s*[#!]).*(?<!\\\\)(\\\\{2})*\\\\");

  /**
   * A setting as help and manual show it.
   *
   * @param name the name, without dashes
   * @param value what its value is, in one to three words
   * @param byDefault the text of the default; empty if there is none
   * @param description what it is for
   */
  public record Setting(String name, String value, String byDefault, String description) {}

  private final Map<String, Setting> known = new LinkedHashMap<>();
  private final Terminal terminal;
  private final Map<String, Optional<String>> line;
  private final Map<String, String> variables;
  private final Map<String, String> environment;
  private final @Nullable Path config;
  private final Map<String, String> file;

  private Settings(
      Terminal terminal, Map<String, String> variables, Map<String, Optional<String>> line) {
    this.terminal = terminal;
    this.line = line;
    this.variables = variables;
    this.environment = settings(variables);
    String path = line.containsKey(DASHES + CONFIG) ? onLine(CONFIG) : environment.get(CONFIG);
    this.config = path == null ? null : Path.of(path);
    this.file = config == null ? Map.of() : read(config);
  }

  /**
   * Reads where settings may come from.
   *
   * @param terminal where a password is asked for
   * @param environment the variables of the environment
   * @param line the command line, which may name a file
   * @throws IllegalArgumentException if the line has a setting twice, or the file cannot be read
   */
  public static Settings of(Terminal terminal, Map<String, String> environment, String... line) {
    return new Settings(terminal, environment, parse(line));
  }

  /** Returns whether the line has a command, such as {@code check}. */
  boolean hasCommand(String name) {
    return line.containsKey(DASHES + name);
  }

  /**
   * Returns whether the line has a setting with its value, which all users of a machine can see.
   */
  boolean isVisible(String name) {
    return line.getOrDefault(DASHES + name, Optional.empty()).isPresent();
  }

  /**
   * Reads a setting that has a default.
   *
   * @param value what its value is, in one to three words
   * @param byDefault the text of the default
   * @throws IllegalArgumentException if the text is not of the type
   */
  <T> T get(SettingType<T> type, String name, String value, String byDefault, String description) {
    known.put(name, new Setting(name, value, byDefault, description));
    String text = text(type, name);
    return type.read(name, text == null ? byDefault : text);
  }

  /**
   * Reads a setting without a default.
   *
   * @param value what its value is, in one to three words
   * @return null if it is not set
   * @throws IllegalArgumentException if the text is not of the type
   */
  <T> @Nullable T find(SettingType<T> type, String name, String value, String description) {
    known.put(name, new Setting(name, value, "", description));
    String text = text(type, name);
    return text == null ? null : type.read(name, text);
  }

  /** Reads a whole number; see {@link #get}. */
  int number(String name, String value, int byDefault, String description) {
    return get(SettingType.INTEGER, name, value, Integer.toString(byDefault), description);
  }

  /** Reads a whole number; see {@link #get}. */
  long number(String name, String value, long byDefault, String description) {
    return get(SettingType.LONG, name, value, Long.toString(byDefault), description);
  }

  /**
   * Reads a whole number that has a range; see {@link #get}.
   *
   * @param range the range, for errors
   * @param check throws {@link IllegalArgumentException} for a number that is out of the range. Its
   *     message, which names what applications set, is not shown.
   */
  int number(
      String name,
      String value,
      int byDefault,
      String range,
      Consumer<Integer> check,
      String description) {
    SettingType<Integer> type = SettingType.INTEGER.within("a whole number " + range, check);
    return get(type, name, value, Integer.toString(byDefault), description);
  }

  /** Reads a duration; see {@link #get}. */
  Duration duration(String name, String byDefault, String description) {
    return get(SettingType.DURATION, name, "duration", byDefault, description);
  }

  /** Reads a duration that has a range, as a whole number that has one. */
  Duration duration(
      String name, String byDefault, String range, Consumer<Duration> check, String description) {
    SettingType<Duration> type =
        SettingType.DURATION.within(
            "a duration " + range + ", with one of the units ms, s, m, h and d", check);
    return get(type, name, "duration", byDefault, description);
  }

  /** Reads a switch that is off unless it is set. */
  boolean isOn(String name, String description) {
    return get(SettingType.SWITCH, name, "true or false", "false", description);
  }

  /**
   * Reads a password. Who gives the name alone is asked for it.
   *
   * @param variable a variable of the environment that may hold it, too
   * @return null if it is not set
   */
  @Nullable String password(String name, String variable, String description) {
    known.put(name, new Setting(name, "text", "", description));
    if (isBare(name)) {
      return terminal.readPassword(name);
    }
    String text = text(name);
    return text == null ? variables.get(variable) : text;
  }

  /** Returns all that were read, in this order. */
  public List<Setting> known() {
    return List.copyOf(known.values());
  }

  /**
   * Makes sure that nothing is set that was not read.
   *
   * @throws IllegalArgumentException if something is; it names the nearest
   */
  void requireAllKnown() {
    Set<String> names = known.keySet();
    List<String> ofFile = names.stream().filter(name -> !name.equals(CONFIG)).toList();
    List<String> ofLine =
        Stream.concat(names.stream(), COMMANDS.stream()).map(name -> DASHES + name).toList();
    require(environment, names, Settings::environmentName, "");
    require(file, ofFile, UnaryOperator.identity(), " in " + config);
    require(line, ofLine, UnaryOperator.identity(), "");
  }

  private static void require(
      Map<String, ?> source, Collection<String> names, UnaryOperator<String> show, String place) {
    for (String name : source.keySet()) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "setting is unknown: "
                + show.apply(name)
                + place
                + "; the nearest is "
                + show.apply(NearestName.nearest(name, names).orElseThrow()));
      }
    }
  }

  private static String environmentName(String setting) {
    return PREFIX + setting.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private @Nullable String text(SettingType<?> type, String name) {
    boolean isOn = type == SettingType.SWITCH && isBare(name);
    return isOn ? "true" : text(name);
  }

  /** Returns whether the line has a setting without a value. */
  private boolean isBare(String name) {
    return line.getOrDefault(DASHES + name, Optional.of(name)).isEmpty();
  }

  /**
   * Returns the text of a setting; null if no source has it.
   *
   * @throws IllegalArgumentException if the line has it without a value
   */
  private @Nullable String text(String name) {
    if (line.containsKey(DASHES + name)) {
      return onLine(name);
    }
    String text = environment.get(name);
    return text == null ? file.get(name) : text;
  }

  private String onLine(String name) {
    return line.getOrDefault(DASHES + name, Optional.empty())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    name + " must have a value: line=--" + name + "; see --help"));
  }

  private static Map<String, Optional<String>> parse(String... arguments) {
    Map<String, Optional<String>> line = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      int end = argument.indexOf('=');
      boolean isFollowed = i + 1 < arguments.length && !arguments[i + 1].startsWith(DASHES);
      if (end >= 0) {
        put(line, argument.substring(0, end), Optional.of(argument.substring(end + 1)));
      } else if (isFollowed && argument.startsWith(DASHES) && !isCommand(argument)) {
        put(line, argument, Optional.of(arguments[++i]));
      } else {
        put(line, argument, Optional.empty());
      }
    }
    return line;
  }

  private static boolean isCommand(String argument) {
    return COMMANDS.contains(argument.substring(DASHES.length()));
  }

  private static void put(Map<String, Optional<String>> line, String name, Optional<String> value) {
    if (line.put(name, value) != null) {
      throw new IllegalArgumentException(
          "setting must not be set twice: " + name + "; several values have commas between them");
    }
  }

  private static Map<String, String> settings(Map<String, String> variables) {
    return variables.entrySet().stream()
        .filter(variable -> isSetting(variable.getKey(), variable.getValue()))
        .collect(Collectors.toMap(variable -> setting(variable.getKey()), Map.Entry::getValue));
  }

  private static String setting(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
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

  /** Reads the file; {@link Properties} alone would ignore the first of two values of a name. */
  private static Map<String, String> read(Path path) {
    List<String> lines = lines(path);
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, Integer> lineNumbers = new HashMap<>();
    int next = 0;
    while (next < lines.size()) {
      int number = next + 1;
      StringBuilder whole = new StringBuilder(lines.get(next++));
      while (isContinued(whole) && next < lines.size()) {
        whole.append('\n').append(lines.get(next++));
      }
      Properties properties = load(path, whole.toString());
      for (String name : properties.stringPropertyNames()) {
        Integer before = lineNumbers.put(name, number);
        if (before != null) {
          throw new IllegalArgumentException(
              "setting must not be set twice: %s in %s, lines=%s and %s; remove one of them"
                  .formatted(name, path, before, number));
        }
        settings.put(name, properties.getProperty(name).strip());
      }
    }
    return settings;
  }

  private static List<String> lines(Path path) {
    try {
      return Files.readAllLines(path);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** Returns whether the next line belongs to this one, as in a file of properties. */
  private static boolean isContinued(CharSequence line) {
    return CONTINUED.matcher(line).matches();
  }

  private static Properties load(Path path, String line) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(line));
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(path, e);
    }
  }

  private static IllegalArgumentException unreadable(Path path, Exception cause) {
    return new IllegalArgumentException(
        "config must be a readable file of properties: config="
            + path
            + ", cause="
            + cause
            + "; correct the path or the file",
        cause);
  }
}
