package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.server.program.ServerCommand;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private static final String ARCHIVES = "ExecStartPost=-/bin/sh -c '";

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

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns a copy with the Java of this test, since the unit's may not be installed. */
  private Path copy(String text) throws Exception {
    return Files.writeString(
        directory.resolve("snowbraid-server.service"), text.replace("/usr/bin/java", java()));
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

  /** Runs the line of the unit that archives classes, on copies of what it names. */
  private FileTime archive(Path jar) throws Exception {
    String line =
        Files.readAllLines(UNIT).stream()
            .filter(text -> text.startsWith(ARCHIVES))
            .findFirst()
            .orElseThrow();
    String script =
        line.substring(ARCHIVES.length(), line.length() - 1)
            .replace("/usr/bin/java", java())
            .replace("/usr/local/lib/snowbraid-server/snowbraid-server.jar", jar.toString())
            .replace("%C/snowbraid-server", directory.toString());
    Process process = new ProcessBuilder("/bin/sh", "-c", script).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    return Files.getLastModifiedTime(directory.resolve("classes.jsa"));
  }

  /** Makes a jar of the server and what it needs; a JVM archives no classes of directories. */
  private Path jar() throws Exception {
    Path jar = directory.resolve("server.jar");
    List<Path> entries =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .toList();
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, ServerCommand.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        entries.stream()
            .filter(Files::isRegularFile)
            .map(entry -> entry.toUri().toString())
            .collect(Collectors.joining(" ")));
    try (JarOutputStream file = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Path entry : entries) {
        if (entry.endsWith("target/classes")) {
          copy(entry, file);
        }
      }
    }
    return jar;
  }

  private static void copy(Path classes, JarOutputStream jar) throws Exception {
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(SystemdUnitTest::isNeeded).toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        jar.write(Files.readAllBytes(file));
      }
    }
  }

  private static boolean isNeeded(Path file) {
    String name = file.toString();
    return (name.endsWith(".class") && !name.endsWith("module-info.class"))
        || name.endsWith(".properties");
  }

  @Test
  void archiveOfClassesIsMadeOnceForAJar() throws Exception {
    Path jar = jar();
    FileTime first = archive(jar);
    assertThat(archive(jar)).isEqualTo(first);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    assertThat(archive(jar)).isGreaterThan(first);
    assertThat(directory).isDirectoryNotContaining("glob:**/new.jsa");
  }

  @Test
  void systemdAcceptsTheUnitAndNoticesAMistake() throws Exception {
    String unit = Files.readString(UNIT);
    assertThat(verify(copy(unit))).isEmpty();
    assertThat(verify(copy(unit.replace("ProtectHome=yes", "ProtectHome=perhaps"))))
        .contains("protect home value");
  }
}
