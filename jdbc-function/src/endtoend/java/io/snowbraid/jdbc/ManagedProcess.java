package io.snowbraid.jdbc;

import io.snowbraid.testing.FakeClock;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of the processes, with a clock of its own; it can be paused, killed and restarted. */
final class ManagedProcess implements AutoCloseable {

  private final Class<?> main;
  private final String url;
  private final Path directory;
  private final FakeClock clock;
  private final List<Path> files = new ArrayList<>();
  private Process process;

  ManagedProcess(Class<?> main, String url, Path directory, int number) throws IOException {
    this.main = main;
    this.url = url;
    this.directory = Files.createDirectories(directory.resolve("process-" + number));
    this.clock = new FakeClock(this.directory.resolve("clock"));
    start();
  }

  void start() throws IOException {
    Path file = directory.resolve("ids-" + files.size());
    files.add(file);
    ProcessBuilder builder =
        JavaProcess.with(
            "-Xmx64m", "-cp", JavaProcess.CLASS_PATH, main.getName(), url, file.toString());
    builder.environment().putAll(clock.environment());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("log").toFile());
    process = builder.start();
  }

  /** Sets the clock, as an offset such as -3600. */
  void setClock(String offset) throws IOException {
    clock.set(offset);
  }

  void signal(String signal) throws IOException, InterruptedException {
    Programs.signal(signal, process.toHandle());
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Waits until it has ended by itself. */
  void await() throws InterruptedException {
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("process must end after a signal: " + directory);
    }
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
