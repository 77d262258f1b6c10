package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.program.LimitOptions;
import io.snowbraid.server.program.ServerCommand;
import io.snowbraid.server.program.Settings;
import io.snowbraid.server.program.Settings.Setting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where settings come from, and that the manual lists them all. */
class SettingsTest {

  private static final Path PAGE = Path.of("../docs/server-reference.md");
  private static final Path PAGE_OF_OTHERS = Path.of("../docs/other-servers.md");

  /** The settings for clients of other servers, and of their tables. */
  private static final Predicate<String> OF_OTHERS =
      Pattern.compile("leaf|tinyid.*|camellia.*|segment-table|region-.*").asMatchPredicate();

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
    assertThat(terminal.err()).contains("max-ids=20001");
    assertThat(check(environment, "--config=" + config)).isNotZero();
    assertThat(terminal.err()).contains("max-ids=20002");
    assertThat(check(environment, "--config", config, "--max-ids", "20003")).isNotZero();
    assertThat(terminal.err()).contains("max-ids=20003");
    assertThat(check(environment, "--config", config, "--max-ids", "100")).isZero();
  }

  @Test
  void environmentNamesTheFile() throws Exception {
    Map<String, String> environment =
        Map.of("SNOWBRAID_SERVER_CONFIG", file("# limits\nidle-timeout = 0s\n"));
    assertThat(check(environment)).isNotZero();
    assertThat(terminal.err()).startsWith("idle-timeout must be a duration above 0s, ");
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
  void unknownSettingsAreErrorsThatNameTheNearest() throws Exception {
    assertThat(check(Map.of("SNOWBRAID_SERVER_IDEL_TIMEOUT", "1s"))).isNotZero();
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
        "--port --unprotected|port must have a value: line=--port; see --help",
        "--port 1 --port=2|setting must not be set twice: --port",
        "--leaf yes|leaf must be true or false: leaf=yes; see --help",
        "--ready-when ids,all|ready-when must be one of ids, tags, keys, several with commas:"
            + " ready-when=ids,all; see --help",
        "--log-format xml|log-format must be one of text, json: log-format=xml; see --help",
        "--bind 1.2.3.4.5|bind must be an address, or a name that has one: bind=1.2.3.4.5; see",
        "--unprotected serve|unprotected must be true or false: unprotected=serve",
        "serve|setting is unknown: serve; the nearest is --"
      })
  void wrongLinesAreErrors(String arguments, String error) {
    assertThat(check(Map.of(), arguments.split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err()).startsWith(error).hasLineCount(1);
  }

  @Test
  void passwordIsInAVariableOfItsOwnToo() throws Exception {
    String store = "jdbc:h2:" + directory.resolve("store");
    DriverManager.getConnection(store, "sa", "right").close();
    Map<String, String> shared = Map.of("SNOWBRAID_STORE_PASSWORD", "right");
    Map<String, String> own =
        Map.of("SNOWBRAID_STORE_PASSWORD", "x", "SNOWBRAID_SERVER_STORE_PASSWORD", "right");
    assertThat(check(Map.of(), "--store", store, "--store-user=sa")).isNotZero();
    assertThat(check(shared, "--store", store, "--store-user=sa")).isZero();
    assertThat(check(own, "--store", store, "--store-user=sa")).isZero();
  }

  @Test
  void passwordIsAskedForIfTheLineHasItsNameAlone() throws Exception {
    String store = "jdbc:h2:" + directory.resolve("store");
    DriverManager.getConnection(store, "sa", "right").close();
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("right\n".getBytes(UTF_8)));
    try {
      assertThat(check(Map.of(), "--store-password", "--store", store, "--store-user=sa")).isZero();
    } finally {
      System.setIn(before);
    }
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
            "SNOWBRAID_SERVER_STORE_PASSWORD", "hunter2",
            "SNOWBRAID_SERVER_REGION_URLS", "http://a:hunter2@b");
    assertThat(terminal.run(environment, "--help")).isZero();
    assertThat(terminal.out()).contains("--region-urls").doesNotContain("hunter2");
  }

  @Test
  void errorsShowNoSecretsOfUrls() {
    assertThat(check(Map.of("SNOWBRAID_SERVER_REGION_URLS", "http://a:hun ter2@b"))).isNotZero();
    assertThat(terminal.err())
        .startsWith("region-urls must be URLs, several with commas: cause=Illegal character")
        .contains("at character 8; a password may need percent-encoding; see --help")
        .doesNotContain("ter2");
  }

  @Test
  void rehearsalAsksAServerForEachKindOfNumbers() {
    assertThat(terminal.run("rehearse", "now")).isEqualTo(2);
    assertThat(terminal.run("rehearse")).isZero();
    assertThat(terminal.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("PING: +PONG"),
            line -> assertThat(line).matches("GETID: :[0-9]{18}"),
            line -> assertThat(line).isEqualTo("NEXTID rehearsal: :1"),
            line -> assertThat(line).isEqualTo("INCR rehearsal: :1"),
            line -> assertThat(line).endsWith(" HTTP/1.1: HTTP/1.1 200 OK"));
  }

  @Test
  void fileThatCannotBeReadIsNamed() {
    String missing = directory.resolve("missing").toString();
    assertThat(check(Map.of(), "--config", missing)).isNotZero();
    assertThat(terminal.err())
        .startsWith("config must be a readable file of properties: config=" + missing);
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
            "setting must not be set twice: max-ids in "
                + config
                + ", lines=2 and 7; remove one of them");
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
    assertThat(terminal.err()).contains("max-ids=20001\\;");
  }

  @Test
  void textsOfDefaultsAreTheDefaults() {
    Settings settings = Settings.of(terminal.terminal(), Map.of());
    assertThat(LimitOptions.read(settings)).hasToString(ServerLimits.DEFAULT.toString());
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
    return ServerCommand.settings().stream()
        .filter(setting -> names.test(setting.name()))
        .map(setting -> row(setting) + "\n")
        .collect(
            Collectors.joining(
                "", "| setting | value | default | meaning |\n|---|---|---|---|\n", ""));
  }

  private static String settings(Path page) throws IOException {
    return Files.readString(page).split("\n## Settings\n", 2)[1].split("\n## ", 2)[0];
  }

  private static String row(Setting setting) {
    String byDefault = setting.byDefault().isEmpty() ? "" : "`" + setting.byDefault() + "` ";
    return "| `%s` | %s | %s| %s |"
        .formatted(setting.name(), setting.value(), byDefault, setting.description());
  }
}
