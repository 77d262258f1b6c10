package io.snowbraid.server.program;

import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.jdbc.internal.NearestName;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reads settings from the command line, the environment, and a file, of which the first that has a
 * setting counts. What is {@code --idle-timeout} on the line is {@code
 * SNOWBRAID_SERVER_IDLE_TIMEOUT} in the environment, and {@code idle-timeout} in the file.
 */
final class Settings {

  private static final String DASHES = "--";
  private static final String PREFIX = "SNOWBRAID_SERVER_";
  private static final String CONFIG = "config";
  private static final String PASSWORD = "store-password";

  /** What only the line has. */
  private static final Set<String> COMMANDS = Set.of("help", "version", "check");

  /**
   * Kubernetes sets these in all pods beside services that are called snowbraid-server, or begin
   * so, such as snowbraid-server-http.
   */
  private static final Pattern KUBERNETES =
      Pattern.compile("(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_.+)?)");

  private static final Pattern KUBERNETES_PORT = Pattern.compile("(tcp|udp|sctp)://.*");

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private Settings() {}

  /** Creates a parser of a line that neither guesses nor expands anything. */
  static CommandLine commandLine(Object command) {
    return new CommandLine(command)
        .setExpandAtFiles(false)
        .setPosixClusteredShortOptionsAllowed(false)
        .setUnmatchedOptionsAllowedAsOptionParameters(false)
        .setAllowSubcommandsAsOptionParameters(true) // which a password may be called
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Duration.class, Settings::duration)
        .registerConverter(URI.class, Settings::url);
  }

  private static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a number with one of the units ms, s, m, h and d, such as 10s");
    }
    return Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
  }

  /** Says what is wrong without the text, which may contain a password. */
  private static URI url(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new TypeConversionException(
          e.getReason()
              + " at character "
              + (e.getIndex() + 1)
              + "; a password may need percent-encoding");
    }
  }

  /**
   * Reads the environment and the file. An unknown name is an error: with a mistyped {@code
   * tls-key} a server would not encrypt.
   *
   * @param variables the variables of the environment
   * @param ofLine the file that the line names, if it does
   * @return texts by name
   * @throws ParameterException if a name is unknown, or the file cannot be read or has one twice
   */
  static Map<String, String> read(
      CommandLine line, Map<String, String> variables, @Nullable Path ofLine) {
    Set<String> names = new TreeSet<>(names(line));
    names.removeAll(COMMANDS);
    Map<String, String> settings = new HashMap<>();
    Map<String, String> environment =
        names.stream().collect(Collectors.toMap(Settings::variable, UnaryOperator.identity()));
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      if (isSetting(variable.getKey(), variable.getValue())) {
        requireKnown(line, variable.getKey(), environment.keySet(), "");
        settings.put(environment.get(variable.getKey()), variable.getValue());
      }
    }
    String config = settings.get(CONFIG);
    Path file = ofLine == null && config != null ? Path.of(config) : ofLine;
    if (file != null) {
      names.remove(CONFIG);
      Properties properties = load(line, file);
      for (String name : properties.stringPropertyNames()) {
        requireKnown(line, name, names, " in " + file);
        settings.putIfAbsent(name, properties.getProperty(name).strip());
      }
    }
    String password = variables.get("SNOWBRAID_STORE_PASSWORD");
    if (password != null) {
      settings.putIfAbsent(PASSWORD, password);
    }
    return settings;
  }

  private static Set<String> names(CommandLine line) {
    return line.getCommandSpec().options().stream().map(Settings::name).collect(Collectors.toSet());
  }

  private static String variable(String setting) {
    return PREFIX + setting.toUpperCase(Locale.ROOT).replace('-', '_');
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

  private static void requireKnown(
      CommandLine line, String name, Collection<String> known, String place) {
    if (!known.contains(name)) {
      throw new ParameterException(line, unknown(name, known, place));
    }
  }

  private static String unknown(String name, Collection<String> known, String place) {
    return "setting is unknown: "
        + name
        + place
        + "; the nearest is "
        + NearestName.nearest(name, known).orElseThrow();
  }

  private static Properties load(CommandLine line, Path file) {
    Properties properties =
        new Properties() {
          private static final long serialVersionUID = 1L;

          /** Without this, the first of two values of a name would be ignored. */
          @Override
          public synchronized @Nullable Object put(Object name, Object value) {
            if (containsKey(name)) {
              throw new ParameterException(
                  line,
                  "setting must not be set twice: "
                      + name
                      + " in "
                      + file
                      + "; remove one of them");
            }
            return super.put(name, value);
          }
        };
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new ParameterException(
          line,
          "config must be a readable file of properties: config="
              + file
              + ", cause="
              + e
              + "; correct the path or the file");
    }
  }

  /**
   * Parses a line again, with settings that it does not have. They become arguments, because the
   * parser would expand variables in defaults; but not a password, which may look like an option.
   *
   * @param settings texts by name
   * @throws ParameterException if a value is wrong
   */
  static void complete(ParseResult parsed, Map<String, String> settings) {
    CommandLine line = parsed.commandSpec().commandLine();
    String password = settings.get(PASSWORD);
    Stream<String> others =
        settings.entrySet().stream()
            .filter(setting -> !setting.getKey().equals(PASSWORD))
            .filter(setting -> !parsed.hasMatchedOption(DASHES + setting.getKey()))
            .map(setting -> DASHES + setting.getKey() + "=" + setting.getValue());
    line.parseArgs(Stream.concat(others, parsed.originalArgs().stream()).toArray(String[]::new));
    if (password != null && !parsed.hasMatchedOption(DASHES + PASSWORD)) {
      line.getCommandSpec().findOption(DASHES + PASSWORD).setValue(password);
    }
    for (OptionSpec option : line.getCommandSpec().options()) {
      if (option.originalStringValues().size() > 1) {
        throw new ParameterException(
            line,
            "option '"
                + option.longestName()
                + "' should be specified only once; several values have commas between them");
      }
      if (option.userObject() instanceof Field field && option.getValue() != null) {
        requireRange(line, option, field.getAnnotation(Range.class));
      }
    }
  }

  private static void requireRange(CommandLine line, OptionSpec option, @Nullable Range range) {
    if (range == null) {
      return;
    }
    Object set = option.getValue();
    String text = set instanceof Duration duration ? Durations.text(duration) : set.toString();
    long value = set instanceof Duration duration ? duration.toMillis() : Long.parseLong(text);
    boolean isTooLarge = !range.max().isEmpty() && value > bound(range.max());
    if (value < bound(range.min()) || isTooLarge) {
      String to = range.max().isEmpty() ? "" : " to " + range.max();
      throw new ParameterException(
          line,
          "%s must be from %s%s: %s=%s"
              .formatted(name(option), range.min(), to, name(option), text));
    }
  }

  private static long bound(String text) {
    return DURATION.matcher(text).matches() ? duration(text).toMillis() : Long.parseLong(text);
  }

  /** Returns the name of an option, without dashes. */
  static String name(OptionSpec option) {
    return option.longestName().substring(DASHES.length());
  }

  /** Returns what is wrong with a line; unlike the message of picocli, without secrets. */
  static String explain(ParameterException rejection) {
    boolean isUnexpected = rejection.getArgSpec() == null && rejection.getCause() != null;
    String message = String.valueOf(isUnexpected ? rejection.getCause() : rejection.getMessage());
    if (rejection instanceof UnmatchedArgumentException e && !e.getUnmatched().isEmpty()) {
      Set<String> known = new TreeSet<>(e.getCommandLine().getSubcommands().keySet());
      e.getCommandLine().getCommandSpec().options().forEach(o -> known.add(o.longestName()));
      message = unknown(e.getUnmatched().get(0).replaceFirst("(?s)=.*", ""), known, "");
    }
    return DatabaseAddress.hideSecrets(message.contains("; ") ? message : message + "; see --help");
  }
}
