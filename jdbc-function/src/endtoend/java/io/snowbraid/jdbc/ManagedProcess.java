package io.snowbraid.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of the processes, with a clock of its own; it can be stopped, killed and started again. */
final class ManagedProcess implements AutoCloseable {

  /** Replaces the wall clock of a process, and only that. */
  private static final Path FAKE_TIME =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

  private final String url;
  private final Path directory;
  private final Path clock;
  private final List<Path> files = new ArrayList<>();
  private Process process;

  ManagedProcess(String url, Path directory, int number) throws IOException {
    this.url = url;
    this.directory = Files.createDirectories(directory.resolve("process-" + number));
    this.clock = this.directory.resolve("clock");
    if (!Files.exists(FAKE_TIME)) {
      throw new IllegalStateException(
          "libfaketime must be installed: " + FAKE_TIME + "; apt-get install libfaketime");
    }
    setClock("+0");
    start();
  }

  void start() throws IOException {
    Path file = directory.resolve("ids-" + files.size());
    files.add(file);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            IdProcess.class.getName(),
            url,
            file.toString());
    builder
        .environment()
        .putAll(
            Map.of(
                "LD_PRELOAD", FAKE_TIME.toString(),
                "FAKETIME_TIMESTAMP_FILE", clock.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                // waits of the JVM end at once otherwise
                "FAKETIME_FORCE_MONOTONIC_FIX", "0",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "DONT_FAKE_MONOTONIC", "1"));
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("log").toFile());
    process = builder.start();
  }

  /** Sets the clock, as an offset such as -3600. */
  void setClock(String offset) throws IOException {
    Path fresh = directory.resolve("clock.new");
    Files.writeString(fresh, offset + "\n");
    Files.move(fresh, clock, StandardCopyOption.ATOMIC_MOVE);
  }

  void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  List<Path> files() {
    return files;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
