package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.server.CapturedTerminal;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.ServerLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** Tests where settings come from, and that the manual lists them all. */
class SettingsTest {

  private static final Path PAGE = Path.of("../docs/server-reference.md");
  private static final Path PAGE_OF_OTHERS = Path.of("../docs/other-servers.md");

  /** The settings for clients of other servers, and of their tables. */
  private static final Predicate<String> OF_OTHERS =
      Pattern.compile("leaf|tinyid.*|camellia.*|segment-table|region-.*").asMatchPredicate();

  private static final Map<Class<?>, String> VALUES =
      Map.of(
          String.class, "text",
          Path.class, "path",
          InetAddress.class, "address",
          URI.class, "URL",
          Duration.class, "duration");

  @TempDir Path directory;

  private final CapturedTerminal terminal = new CapturedTerminal();

  private int check(Map<String, String> environment, String... arguments) {
    List<String> line = new ArrayList<>(List.of("--check"));
    line.addAll(List.of(arguments));
    return terminal.run(environment, line.toArray(String[]::new));
  }

  private String file(String text) throws Exception {
    return Files.writeString(directory.resolve("settings"), text).toString();
  }

  @Test
  void lineGoesBeforeEnvironmentAndThisBeforeTheFile() throws Exception {
    String config = file("max-ids=20001\n");
    Map<String, String> environment = Map.of("SNOWBRAID_SERVER_MAX_IDS", "20002");
    assertThat(check(Map.of(), "--config", config)).isNotZero();
    assertThat(terminal.err()).contains("but is 20001");
    assertThat(check(environment, "--config=" + config)).isNotZero();
    assertThat(terminal.err()).contains("but is 20002");
    assertThat(check(environment, "--config", config, "--max-ids", "20003")).isNotZero();
    assertThat(terminal.err()).contains("but is 20003");
    assertThat(check(environment, "--config", config, "--max-ids", "100")).isZero();
  }

  @Test
  void environmentNamesTheFile() throws Exception {
    Map<String, String> environment =
        Map.of("SNOWBRAID_SERVER_CONFIG", file("# limits\nidle-timeout = 0s\n"));
    assertThat(check(environment)).isNotZero();
    assertThat(terminal.err()).startsWith("idle-timeout must be at least 1ms, but is 0 ms;");
  }

  @ParameterizedTest
  @CsvSource({
    "false,,false",
    "true,,true",
    ",,false",
    "false,--unprotected,true",
    "true,--unprotected,true",
    "true,--unprotected=false,false"
  })
  void switchesHaveValuesToo(String variable, String argument, boolean isOn) {
    Map<String, String> environment =
        variable == null ? Map.of() : Map.of("SNOWBRAID_SERVER_UNPROTECTED", variable);
    String[] arguments =
        argument == null
            ? new String[] {"--bind", "0.0.0.0"}
            : new String[] {"--bind", "0.0.0.0", argument};
    assertThat(check(environment, arguments) == 0).isEqualTo(isOn);
  }

  @Test
  void switchThatIsOnStaysOnIfTheLineHasItsNameAlone() {
    assertThat(check(Map.of(), "--http-port=0", "--ready-when=keys", "--keyed")).isZero();
    assertThat(check(Map.of(), "--http-port=0", "--ready-when=keys", "--keyed", "false"))
        .isEqualTo(2);
  }

  @Test
  void unknownSettingsAreErrorsThatNameTheNearest() throws Exception {
    assertThat(check(Map.of("SNOWBRAID_SERVER_IDEL_TIMEOUT", "1s"))).isEqualTo(2);
    assertThat(check(Map.of("SNOWBRAID_SERVER_port", "1"))).isEqualTo(2);
    assertThat(check(Map.of(), "--config", file("max-idz=1"))).isNotZero();
    assertThat(check(Map.of(), "--config", file("config=a"))).isNotZero();
    assertThat(check(Map.of("SNOWBRAID_SERVER_CHECK", "true"))).isNotZero();
    assertThat(check(Map.of(), "--stores=a")).isNotZero();
    assertThat(terminal.err().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "setting is unknown: SNOWBRAID_SERVER_IDEL_TIMEOUT; the nearest is"
                            + " SNOWBRAID_SERVER_IDLE_TIMEOUT"),
            line -> assertThat(line).startsWith("setting is unknown: SNOWBRAID_SERVER_port;"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "setting is unknown: max-idz in "
                            + directory.resolve("settings")
                            + "; the nearest is max-ids"),
            line -> assertThat(line).startsWith("setting is unknown: config in "),
            line -> assertThat(line).startsWith("setting is unknown: SNOWBRAID_SERVER_CHECK"),
            line ->
                assertThat(line).isEqualTo("setting is unknown: --stores; the nearest is --store"));
  }

  @Test
  void variablesThatKubernetesSetsForAServiceOfThisNameAreIgnored() {
    Map<String, String> environment =
        Map.of(
            "SNOWBRAID_SERVER_SERVICE_HOST", "10.0.0.1",
            "SNOWBRAID_SERVER_SERVICE_PORT", "7878",
            "SNOWBRAID_SERVER_SERVICE_PORT_REDIS", "7878",
            "SNOWBRAID_SERVER_PORT", "tcp://10.0.0.1:7878",
            "SNOWBRAID_SERVER_PORT_7878_TCP", "tcp://10.0.0.1:7878",
            "SNOWBRAID_SERVER_PORT_7878_TCP_ADDR", "10.0.0.1");
    assertThat(check(environment)).isZero();
  }

  @Test
  void variablesOfItsOtherServicesAreIgnoredTooButNoMistakes() {
    Map<String, String> environment =
        Map.of(
            "SNOWBRAID_SERVER_HTTP_SERVICE_HOST", "10.0.0.1",
            "SNOWBRAID_SERVER_HTTP_SERVICE_PORT", "7879",
            "SNOWBRAID_SERVER_HTTP_PORT", "tcp://10.0.0.1:7879",
            "SNOWBRAID_SERVER_HTTP_PORT_7879_TCP_PROTO", "tcp");
    assertThat(check(environment)).isZero();
    assertThat(check(Map.of("SNOWBRAID_SERVER_PORT", "10.0.0.1:7878"))).isNotZero();
    assertThat(check(Map.of("SNOWBRAID_SERVER_PORTS", "tcp://10.0.0.1:7878"))).isNotZero();
  }

  @Test
  void filesOfArgumentsAreRefusedInsteadOfIgnoringTheirConfig() throws Exception {
    String config = file("max-ids=20001\n");
    Path arguments = Files.writeString(directory.resolve("arguments"), "--config=" + config + "\n");
    assertThat(check(Map.of(), "@" + arguments)).isNotZero();
    assertThat(terminal.err()).startsWith("setting is unknown: @" + arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port --unprotected|Expected parameter for option '--port' but found '--unprotected'; see"
            + " --help",
        "--port 1 --port=2|option '--port' (<port>) should be specified only once",
        "--leaf=yes|Invalid value for option '--leaf': 'yes' is not a boolean; see --help",
        "--ready-when ids,all|Invalid value for option '--ready-when' (<ready-when>): expected one"
            + " of [IDS, TAGS, KEYS] (case-insensitive) but was 'all'; see --help",
        "--log-format xml|Invalid value for option '--log-format': expected one of [TEXT, JSON]",
        "--bind 1.2.3.4.5|Invalid value for option '--bind': cannot convert '1.2.3.4.5' to"
            + " InetAddress",
        "--unprotected serve|setting is unknown: serve; see --help",
        "new-secrt anna|setting is unknown: new-secrt; the nearest is new-secret",
        "--Port 1|setting is unknown: --Port; the nearest is --port",
        "--por 1|setting is unknown: --por; the nearest is --port",
        "--data --prot|Unknown option: '--prot'; Expected parameter for option '--data'",
        "--ready-when ids --ready-when tags|option '--ready-when' should be specified only once;"
            + " separate several",
        "--leaf --leaf|option '--leaf' (<leaf>) should be specified only once",
        "--threads=|Invalid value for option '--threads': '' is not an int; see --help"
      })
  void wrongLinesAreErrors(String arguments, String error) {
    assertThat(check(Map.of(), arguments.split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err()).startsWith(error).hasLineCount(1);
  }

  @Test
  void passwordIsReadFromTheEnvironmentAndTheFile() throws Exception {
    String password = "--unprotected"; // which is no setting here
    String store = "jdbc:h2:" + directory.resolve("store");
    DriverManager.getConnection(store, "sa", password).close();
    Path file = Files.writeString(directory.resolve("config"), "store-password=" + password);
    Map<String, String> environment = Map.of("SNOWBRAID_SERVER_STORE_PASSWORD", password);
    assertThat(check(Map.of(), "--store", store, "--store-user=sa")).isNotZero();
    assertThat(check(environment, "--data", store)).isEqualTo(2);
    assertThat(terminal.err()).contains("store-user and store-password require store: store=null;");
    assertThat(check(environment, "--store", store, "--store-user=sa")).isZero();
    assertThat(check(Map.of(), "--config=" + file, "--store", store, "--store-user=sa")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--store-password=hunter2",
        "--store-password hunter2",
        "--store-password new-secret",
        "--store-password=--port=hunter2"
      })
  void passwordOnTheLineIsRejected(String arguments) {
    assertThat(check(Map.of(), arguments.split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("store-password must not be on the command line, which all users")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "--version", "-V"})
  void helpNeedsNoValidSettings(String command) {
    Map<String, String> environment = Map.of("SNOWBRAID_SERVER_CONFIG", "missing");
    assertThat(terminal.run(environment, "--prot=1", command)).isZero();
    assertThat(terminal.out()).contains("snowbraid-server");
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void helpShowsNoSecretsOfTheEnvironment() {
    Map<String, String> environment =
        Map.of(
            "SNOWBRAID_SERVER_STORE", "jdbc:postgresql://db/ids?password=hunter2",
            "SNOWBRAID_SERVER_STORE_PASSWORD", "hunter2");
    assertThat(terminal.run(environment, "--help")).isZero();
    assertThat(terminal.out()).contains("--store-password").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--store-passwrd=hunter2",
        "--store-passwrd hunter2",
        "--store-password=hunter2 --store-password=hunter2",
        "--store-password=-hunter2 --port=x",
        "--store=jdbc:h2:mem:a;PASSWORD=hunter2 --store=jdbc:h2:mem:a;PASSWORD=hunter2",
        "--port 1 jdbc:postgresql://db/ids?password=hunter2"
      })
  void errorsShowNoSecretsOfTheLine(String arguments) {
    assertThat(check(Map.of(), arguments.split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err()).isNotBlank().doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LEAF|yes|Invalid value for option '--leaf': 'yes' is not a boolean",
        "LEAF|''|Invalid value for option '--leaf': '' is not a boolean",
        "LOG_FORMAT|${sys:user.name}|Invalid value for option '--log-format': expected one of"
            + " [TEXT, JSON] (case-insensitive) but was '${sys:user.name}'",
        "IDLE_TIMEOUT|@file|Invalid value for option '--idle-timeout': '@file' is not a duration",
        "DATA|_NULL_ --port=1|store and data must not both be set: store=jdbc:h2:mem:a, data=_NULL_"
            + " --port=1"
      })
  void textsOfVariablesAreTakenAsTheyAre(String name, String value, String error) {
    Map<String, String> environment =
        Map.of("SNOWBRAID_SERVER_" + name, value, "SNOWBRAID_SERVER_STORE", "jdbc:h2:mem:a");
    assertThat(check(environment)).isNotZero();
    assertThat(terminal.err()).startsWith(error).hasLineCount(1);
  }

  /** The settings are those of the server. */
  @Test
  void otherCommandsReadNoSettings() {
    Map<String, String> environment =
        Map.of("SNOWBRAID_SERVER_CONFIG", "missing", "SNOWBRAID_SERVER_PROT", "x");
    assertThat(terminal.run(environment, "accept-move", directory.toString())).isEqualTo(2);
    assertThat(terminal.err()).startsWith("DATA must contain segments or sequences: DATA=");
  }

  @Test
  void fileThatCannotBeReadIsNamed() {
    String missing = directory.resolve("missing").toString();
    assertThat(check(Map.of(), "--config", missing)).isNotZero();
    assertThat(terminal.err())
        .startsWith("config must be a readable properties file: config=" + missing);
  }

  @Test
  void settingThatTheFileHasTwiceIsAnError() throws Exception {
    String config =
        file(
            """
            # limits
            max-ids=5

            idle-timeout = \\
              1h
            ! more
            max-ids : 100
            port=1
            """);
    assertThat(check(Map.of(), "--config", config)).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualToIgnoringNewLines(
            "setting must not be set twice: max-ids in " + config + "; remove one of them");
  }

  @Test
  void fileIsReadAsPropertiesAre() throws Exception {
    String config =
        file(
            """

              # max-ids=0\\
            max-ids\\
              =\\
              20001\\\\
            idle-timeout=1h\r
            stall-timeout 1s\
            """);
    assertThat(check(Map.of(), "--config", config)).isNotZero();
    assertThat(terminal.err()).contains("'20001\\' is not an int");
  }

  @Test
  void textsOfDefaultsAreTheDefaults() {
    Settings settings = LineSettings.of();
    assertThat(ServerCommand.limits(settings)).isEqualTo(ServerLimits.DEFAULT);
    assertThat(settings.<Duration>get("keyed-wait")).isEqualTo(IdServer.DEFAULT_KEYED_WAIT);
    assertThat(RunningServer.keyed(settings)).hasToString(KeyedSettings.DEFAULT.toString());
  }

  /** Writes the tables, too, so that a page that has fallen behind can be mended by a copy. */
  @Test
  void pagesHaveTheTablesOfWhatIsRead() throws Exception {
    String own = table(setting -> !OF_OTHERS.test(setting));
    String ofOthers = table(OF_OTHERS);
    Files.writeString(Path.of("target/settings.md"), own + "\n" + ofOthers);
    assertThat(settings(PAGE)).endsWith("\n\n" + own);
    assertThat(settings(PAGE_OF_OTHERS)).endsWith("\n\n" + ofOthers);
  }

  private static String table(Predicate<String> names) {
    return new Settings()
        .options.values().stream()
            .filter(option -> !name(option).equals("check"))
            .filter(option -> names.test(name(option)))
            .map(option -> row(option) + "\n")
            .collect(
                Collectors.joining(
                    "", "| setting | value | default | meaning |\n|---|---|---|---|\n", ""));
  }

  private static String settings(Path page) throws IOException {
    return Files.readString(page).split("\n## Settings\n", 2)[1].split("\n## ", 2)[0];
  }

  private static String name(OptionSpec option) {
    return option.longestName().substring(2);
  }

  private static String row(OptionSpec option) {
    String byDefault = option.defaultValue() == null ? "" : "`" + option.defaultValue() + "` ";
    return "| `%s` | %s | %s| %s |"
        .formatted(
            name(option),
            value(option.auxiliaryTypes()[0]),
            byDefault,
            String.join(" ", option.description()));
  }

  private static String value(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", "));
    }
    return VALUES.getOrDefault(type, "number");
  }
}
