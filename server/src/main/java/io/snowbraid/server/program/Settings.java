package io.snowbraid.server.program;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.jdbc.internal.NearestName;
import io.snowbraid.server.http.Capability;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reads settings from the command line, the environment, and a file. The first of these that has a
 * setting wins. {@code --idle-timeout} on the command line is {@code SNOWBRAID_SERVER_IDLE_TIMEOUT}
 * in the environment and {@code idle-timeout} in the file.
 */
public final class Settings {

  /** Each setting with its type, default, range and description. */
  private static final String TABLE =
      """
      check | boolean | false | | Check the settings and the database connection, then exit.
      config | path | | | A properties file with more settings, such as port=7878.
      port | int | 7878 | 0..65535 | The port; 0 means any free port.
      bind | address | 127.0.0.1 | | The address to listen on; 0.0.0.0 means all IPv4 addresses, :: all addresses.
      threads | int | | 1.. | How many threads serve connections (default: half the processors).
      layout | text | DEFAULT | | The id layout: its text form, or DEFAULT, TWITTER, UNIX_MILLIS, REDIS_SHARDED, DECIMAL or JAVASCRIPT, in any case.
      data | path | | | The directory for workers, tags and keys if store is not set (default: snowbraid-data).
      store | text | | | The JDBC URL of a database for workers, tags and keys. Several servers may share it.
      store-user | text | | | The database user.
      store-password | text | | | The database password. Not accepted on the command line: set SNOWBRAID_SERVER_STORE_PASSWORD, or store-password in the configuration file.
      users | path | | | The users file, with lines printed by new-secret.
      tls-certificate | path | | | The PEM file with the certificate, followed by its chain.
      tls-key | path | | | The PEM file with the certificate's PKCS #8 key, without a password.
      unprotected | boolean | false | | Allow non-loopback addresses without users or TLS.
      log-format | log format | text | | The format of log lines, which go to standard error.
      http-port | int | | 0..65535 | The HTTP port; 0 means any free port. Without it, there is no HTTP.
      open-metrics | boolean | false | | Show metrics without a login even if there are users.
      ready-when | capability, | ids | | What must be available for /health/ready to return 200: ids, tags or keys; separate several with commas.
      leaf | boolean | false | | Serve Leaf's endpoints.
      tinyid | boolean | false | | Serve Tinyid's endpoints, with the tokens in the store's tiny_id_token table.
      camellia | boolean | false | | Serve Camellia's endpoints for segment and snowflake ids.
      camellia-step | int | 1000 | 1..20000 | How many numbers Camellia draws from the table at once (its step). A request gets at most 5 times as many.
      segment-table | table owner | snowbraid | | Whose table to draw tag numbers from: snowbraid, leaf, tinyid or camellia. All but snowbraid require store.
      region-bits | int | 0 | | How many bits the region has in numbers from Camellia's table, from 0 to 16.
      region-id | int | 0 | | This region's number, from 0 to 2^region-bits - 1.
      region-shift | int | 0 | | How many bits of the number are below the region, from 0 to 32.
      tinyid-masters | int | 1 | | How many Tinyid databases there are. Rows with a different delta are rejected unless this is 1.
      tinyid-remainder | int | 0 | | The value of the column remainder in all rows of this database.
      tag-creation | boolean | | | Create an unknown tag when a client requests it (default: true without users, or with leaf or camellia; otherwise false). NEWTAG creates tags in any case.
      max-tags | int | 100000 | 1.. | How many tags may exist before the server stops creating more.
      keyed | boolean | true | | Serve numbers per key.
      announce | text | | | The host:port where clients of numbers per key reach this server (default: where it listens; if bind is a wildcard such as 0.0.0.0, this machine's address).
      keyed-lease | duration | 10s | 1s..1h | How long a server may issue numbers per key without renewing its lease, from 1s to 1h. Other servers acquire its keys after this time plus a fifth. Servers may have different values, so a rolling restart can change it.
      keyed-wait | duration | 1s | 0s..1m | How long a call waits for a number per key that is temporarily unavailable, up to 1m.
      max-keys | int | 1000000 | 16384.. | How many keys are kept in memory, at least 16384; the rest are forgotten. Each needs 17 bytes of heap (-Xmx).
      max-count | long | 1000000 | 1..1000000000 | How many numbers an INCRBY call may reserve, from 1 to 1000000000.
      max-connections | int | 10000 | 1.. | How many connections may be open. A further one replaces the one that is idle for longest, or is refused if none is idle.
      max-request-bytes | int | 16384 | 64..1048576 | The largest request, from 64 to 1048576; a larger one closes its connection.
      max-arguments | int | 1024 | 4..65536 | The most arguments in a request, from 4 to 65536; a request with more closes its connection.
      max-ids | int | 100 | 1..10000 | The most ids per request, from 1 to 10000.
      max-unsent-bytes | int | 262144 | 1024.. | How many bytes of replies may wait for a client before its requests are no longer processed.
      stall-timeout | duration | 10s | 1ms.. | How long a client may leave replies unread or a request incomplete, or take to log in, before it is disconnected.
      idle-timeout | duration | 1h | 1ms.. | How long a connection may be idle before it is closed.
      shutdown-timeout | duration | 25s | | How long shutting down may take after SIGTERM. Slots not transferred by then are acquired by other servers as after a crash.
      """;

  /** The types in the table; a comma means that the setting may have several values. */
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("int", Integer.class),
          Map.entry("long", Long.class),
          Map.entry("boolean", Boolean.class),
          Map.entry("duration", Duration.class),
          Map.entry("text", String.class),
          Map.entry("path", Path.class),
          Map.entry("address", InetAddress.class),
          Map.entry("log format", LogFormat.class),
          Map.entry("table owner", TagOptions.Owner.class),
          Map.entry("capability", Capability.class));

  private static final String DASHES = "--";
  private static final String PREFIX = "SNOWBRAID_SERVER_";
  private static final String CONFIG = "config";
  private static final String PASSWORD = "store-password";

  /** Only allowed on the command line. */
  private static final String CHECK = "check";

  /**
   * Kubernetes sets these in all pods if a service's name starts with snowbraid-server, such as
   * snowbraid-server-http.
   */
  private static final Pattern KUBERNETES =
      Pattern.compile("(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_.+)?)");

  private static final Pattern KUBERNETES_PORT = Pattern.compile("(tcp|udp|sctp)://.*");

  private static final Pattern DURATION = Pattern.compile("\\d{1,9}(ms|s|m|h|d)");

  final Map<String, OptionSpec> options = new LinkedHashMap<>();

  /** The ranges of settings, such as 1..100; the end may be missing. */
  private final Map<String, String> ranges = new HashMap<>();

  /** Creates settings without values; {@link #complete} reads them. */
  public Settings() {
    TABLE.lines().forEach(this::add);
  }

  private void add(String row) {
    String[] columns = row.split(" *\\| *", -1);
    String name = columns[0];
    OptionSpec.Builder option =
        OptionSpec.builder(DASHES + name).paramLabel("<" + name + ">").description(columns[4]);
    Class<?> type = TYPES.get(columns[1].replace(",", ""));
    if (columns[1].endsWith(",")) {
      option.type(List.class).auxiliaryTypes(type).splitRegex(",");
    } else {
      option.type(type);
    }
    if (type == Boolean.class) {
      option.arity("0..1").fallbackValue("true"); // otherwise the name alone negates the default
    }
    if (name.equals(PASSWORD)) {
      option.preprocessor((values, command, password, info) -> rejectPassword(command));
    }
    if (!columns[2].isEmpty()) {
      option.defaultValue(columns[2]);
    }
    if (!columns[3].isEmpty()) {
      ranges.put(name, columns[3]);
    }
    options.put(name, option.build());
  }

  private static boolean rejectPassword(CommandSpec command) {
    throw new ParameterException(
        command.commandLine(),
        "store-password must not be on the command line, which all users of this machine can read;"
            + " set SNOWBRAID_SERVER_STORE_PASSWORD, or store-password in the config file");
  }

  /** Returns a setting's value, of the type in the table; null without a value. */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the table has the types, as for picocli
  <T> T get(String name) {
    return option(name).getValue();
  }

  boolean is(String name) {
    return get(name);
  }

  boolean has(String name) {
    return option(name).getValue() != null;
  }

  /** Returns whether a setting other than the password was set by any source. */
  boolean isGiven(String name) {
    return !option(name).originalStringValues().isEmpty();
  }

  private OptionSpec option(String name) {
    return Objects.requireNonNull(options.get(name), name);
  }

  /** Creates a command line parser that neither guesses nor expands anything. */
  CommandLine commandLine(CommandSpec command) {
    options.values().forEach(command::addOption);
    return new CommandLine(command)
        .setExpandAtFiles(false)
        .setPosixClusteredShortOptionsAllowed(false)
        .setUnmatchedOptionsAllowedAsOptionParameters(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Duration.class, Settings::duration);
  }

  private static Duration duration(String text) {
    if (!DURATION.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration with a unit (ms, s, m, h or d), such as 10s");
    }
    return Durations.parse(text);
  }

  /**
   * Reads the environment and the file. Unknown names are errors: with a mistyped {@code tls-key},
   * the server would not encrypt.
   *
   * @param variables the environment variables
   * @return texts by name
   * @throws ParameterException if a name is unknown, or the file cannot be read or repeats a name
   */
  private Map<String, String> read(CommandLine line, Map<String, String> variables) {
    Set<String> names = new TreeSet<>(options.keySet());
    names.remove(CHECK);
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
    Path file = has(CONFIG) || config == null ? get(CONFIG) : Path.of(config);
    if (file != null) {
      names.remove(CONFIG);
      Properties properties = load(line, file);
      for (String name : properties.stringPropertyNames()) {
        requireKnown(line, name, names, " in " + file);
        settings.putIfAbsent(name, properties.getProperty(name).strip());
      }
    }
    return settings;
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

  /** Names the setting that was probably meant, if there is one. */
  private static String unknown(String name, Collection<String> known, String place) {
    String remedy =
        NearestName.nearest(name, known)
            .filter(near -> NearestName.distance(name, near) <= Math.max(2, name.length() / 3))
            .map("the nearest is "::concat)
            .orElse("see --help");
    return "setting is unknown: " + name + place + "; " + remedy;
  }

  private static Properties load(CommandLine line, Path file) {
    Properties properties =
        new Properties() {
          private static final long serialVersionUID = 1L;

          /** Rejects repeated names, whose first values would otherwise be ignored. */
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
          "config must be a readable properties file: config="
              + file
              + ", cause="
              + e
              + "; correct the path or the file");
    }
  }

  /**
   * Parses a command line again, adding the settings that only the environment or the file has.
   * They become arguments, because the parser would expand variables in defaults. The password does
   * not, because it is rejected there.
   *
   * @param variables the environment variables
   * @throws ParameterException if a name or a value is invalid
   */
  void complete(ParseResult parsed, Map<String, String> variables) {
    CommandLine line = parsed.commandSpec().commandLine();
    Map<String, String> settings = read(line, variables);
    String password = settings.remove(PASSWORD);
    Stream<String> others =
        settings.entrySet().stream()
            .filter(setting -> !isGiven(setting.getKey()))
            .map(setting -> DASHES + setting.getKey() + "=" + setting.getValue());
    line.parseArgs(Stream.concat(others, parsed.originalArgs().stream()).toArray(String[]::new));
    option(PASSWORD).setValue(password);
    for (OptionSpec option : options.values()) {
      if (option.originalStringValues().size() > 1) {
        throw new ParameterException(
            line,
            "option '%s' should be specified only once; separate several values with commas"
                .formatted(option.longestName()));
      }
    }
    ranges.forEach((name, range) -> requireRange(line, name, range));
  }

  private void requireRange(CommandLine line, String name, String range) {
    Object set = get(name);
    if (set == null) {
      return;
    }
    long value =
        set instanceof Duration duration ? duration.toMillis() : Long.parseLong(set.toString());
    String[] ends = range.split("\\.\\.", -1);
    if (value < bound(ends[0]) || (!ends[1].isEmpty() && value > bound(ends[1]))) {
      throw new ParameterException(
          line,
          ends[1].isEmpty()
              ? Arguments.below(name, set, ends[0])
              : Arguments.outside(name, set, ends[0], ends[1]));
    }
  }

  private static long bound(String text) {
    return DURATION.matcher(text).matches() ? duration(text).toMillis() : Long.parseLong(text);
  }

  /** Returns what is wrong with a command line; unlike picocli's message, without secrets. */
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
