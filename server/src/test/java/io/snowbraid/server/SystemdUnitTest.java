package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.testing.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the unit with systemd's own tool, where a machine has it. */
@Tag("slow")
class SystemdUnitTest {

  private static final Path UNIT = Path.of("src/main/systemd/snowbraid-server.service");
  private static final List<Path> TOOLS =
      List.of(Path.of("/usr/bin/systemd-analyze"), Path.of("/bin/systemd-analyze"));

  @TempDir Path directory;

  private static String tool() {
    Path tool = TOOLS.stream().filter(Files::isExecutable).findFirst().orElse(null);
    assumeTrue(tool != null, "systemd-analyze is not installed");
    return String.valueOf(tool);
  }

  private static String verify(Path unit) throws Exception {
    Process process =
        new ProcessBuilder(tool(), "verify", "--man=no", unit.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() == 0 && output.isEmpty() ? "" : "failed: " + output;
  }

  /** Returns a copy with the Java of this test, since the unit's may not be installed. */
  private Path copy(String text) throws Exception {
    return Files.writeString(
        directory.resolve("snowbraid-server.service"),
        text.replace("/usr/bin/java", JavaProcess.tool("java")));
  }

  @Test
  void unitMakesNoSettingThatTheFileMayContradict() throws Exception {
    assertThat(Files.readAllLines(UNIT))
        .noneMatch(line -> line.startsWith("Environment=SNOWBRAID_SERVER"));
  }

  /** A server without memory may hang for ever; one that has ended is started again. */
  @Test
  void serverWithoutMemoryEndsAndIsStartedAgain() throws Exception {
    List<String> lines = Files.readAllLines(UNIT);
    assertThat(lines).contains("Restart=on-failure");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("ExecStart="))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains(" -XX:+ExitOnOutOfMemoryError ");
  }

  @Test
  void systemdAcceptsTheUnitAndNoticesAMistake() throws Exception {
    String unit = Files.readString(UNIT);
    assertThat(verify(copy(unit))).isEmpty();
    assertThat(verify(copy(unit.replace("ProtectHome=yes", "ProtectHome=perhaps"))))
        .contains("protect home value");
  }
}
