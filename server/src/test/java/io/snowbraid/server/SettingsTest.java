package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.program.DurationConverter;
import io.snowbraid.server.program.LimitOptions;
import io.snowbraid.server.program.ServerCommand;
import io.snowbraid.server.program.SettingSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests where settings come from, and that the manual lists them all. */
class SettingsTest {

  private static final Path MANUAL = Path.of("../docs/server.md");
  private static final Path OF_OTHERS = Path.of("../docs/other-servers.md");

  @TempDir Path directory;

  private final StringWriter err = new StringWriter();

  private int check(Map<String, String> environment, String... arguments) {
    List<String> line = new ArrayList<>(List.of("--check"));
    line.addAll(List.of(arguments));
    CommandLine command = ServerCommand.commandLine();
    command.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true));
    return ServerCommand.run(command, environment, line.toArray(String[]::new));
  }

  private String file(String text) throws Exception {
    return Files.writeString(directory.resolve("settings"), text).toString();
  }

  @Test
  void lineGoesBeforeEnvironmentAndThisBeforeTheFile() throws Exception {
    String config = file("max-ids=20001\n");
    Map<String, String> environment = Map.of("SNOWBRAID_SERVER_MAX_IDS", "20002");
    assertThat(check(Map.of(), "--config", config)).isNotZero();
    assertThat(err.toString()).contains("maxIds=20001");
    assertThat(check(environment, "--config=" + config)).isNotZero();
    assertThat(err.toString()).contains("maxIds=20002");
    assertThat(check(environment, "--config", config, "--max-ids", "20003")).isNotZero();
    assertThat(err.toString()).contains("maxIds=20003");
    assertThat(check(environment, "--config", config, "--max-ids", "100")).isZero();
  }

  @Test
  void environmentNamesTheFile() throws Exception {
    Map<String, String> environment =
        Map.of("SNOWBRAID_SERVER_CONFIG", file("# limits\nidle-timeout = 0s\n"));
    assertThat(check(environment)).isNotZero();
    assertThat(err.toString()).startsWith("idleTimeout must be more than 0");
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
    assertThat(err.toString().lines())
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
    assertThat(err.toString()).startsWith("setting is unknown: @" + arguments);
  }

  @Test
  void helpShowsNoSecretsOfTheEnvironment() {
    Map<String, String> environment =
        Map.of(
            "SNOWBRAID_SERVER_STORE", "jdbc:postgresql://db/ids?password=hunter2",
            "SNOWBRAID_SERVER_STORE_PASSWORD", "hunter2",
            "SNOWBRAID_SERVER_REGION_URLS", "http://a:hunter2@b");
    StringWriter out = new StringWriter();
    CommandLine command = ServerCommand.commandLine().setOut(new PrintWriter(out, true));
    assertThat(ServerCommand.run(command, environment, "--help")).isZero();
    assertThat(out.toString()).contains("--region-urls").doesNotContain("hunter2");
  }

  @Test
  void errorsShowNoSecretsOfUrls() {
    assertThat(check(Map.of("SNOWBRAID_SERVER_REGION_URLS", "http://a:hun ter2@b"))).isNotZero();
    assertThat(err.toString())
        .startsWith("Invalid value for option '--region-urls'")
        .contains("it is not a URL, at character 8")
        .doesNotContain("ter2");
  }

  @Test
  void fileThatCannotBeReadIsNamed() {
    String missing = directory.resolve("missing").toString();
    assertThat(check(Map.of(), "--config", missing)).isNotZero();
    assertThat(err.toString())
        .startsWith("config must be a readable file of properties: config=" + missing);
  }

  @Test
  void textsOfDefaultsAreTheDefaults() {
    LimitOptions options = new LimitOptions();
    new CommandLine(options)
        .registerConverter(java.time.Duration.class, new DurationConverter())
        .parseArgs();
    assertThat(options.limits()).hasToString(ServerLimits.DEFAULT.toString());
  }

  @Test
  void manualListsEachSettingWithItsDefault() throws Exception {
    Set<String> expected =
        ServerCommand.commandLine().getCommandSpec().options().stream()
            .filter(option -> SettingSources.name(option) != null)
            .map(SettingsTest::row)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> actual =
        Pattern.compile("^\\| `[a-z-]+` \\| [^|]* \\| [^|]*\\| [^|]+ \\|$", Pattern.MULTILINE)
            .matcher(settings(MANUAL) + settings(OF_OTHERS))
            .results()
            .map(row -> row.group())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(expected).hasSizeGreaterThan(15);
    assertThat(actual).isEqualTo(expected);
  }

  private static String settings(Path page) throws IOException {
    return Files.readString(page).split("\n## Settings\n", 2)[1].split("\n## ", 2)[0];
  }

  private static String row(OptionSpec option) {
    String name = String.valueOf(SettingSources.name(option));
    boolean hasDefault =
        option.showDefaultValue() != CommandLine.Help.Visibility.NEVER
            && option.defaultValueString() != null
            && !option.defaultValueString().equals("null");
    return String.join(
            " | ",
            "| `" + name + "`",
            option.paramLabel(),
            hasDefault ? "`" + option.defaultValueString() + "`" : "",
            String.join(" ", option.description()) + " |")
        .replace(" |  | ", " | | ");
  }
}
