package io.snowbraid.client;

import io.snowbraid.testing.FakeClock;
import io.snowbraid.testing.FreePort;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server in a process with a clock of its own; it can be paused, killed and restarted. */
final class ManagedIdServer implements AutoCloseable {

  private final String url;
  private final Path directory;
  private final FakeClock clock;
  private final int port;
  private Process process;

  ManagedIdServer(String url, Path directory) throws IOException {
    this.url = url;
    this.directory = Files.createDirectories(directory);
    this.clock = new FakeClock(directory.resolve("clock"));
    this.port = FreePort.find();
    start();
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  void start() throws IOException {
    ProcessBuilder builder =
        JavaProcess.with(
            "-Xmx64m",
            "-cp",
            JavaProcess.CLASS_PATH,
            ServerProcess.class.getName(),
            url,
            Integer.toString(port));
    builder.environment().putAll(clock.environment());
    Path log = directory.resolve("log");
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    process = builder.start();
  }

  /** Waits until the server gives an id. */
  void awaitAnswer() {
    try (ServerIds ids =
        ServerIds.builder().addresses(address()).maxWait(Duration.ofMinutes(2)).build()) {
      ids.nextId();
    }
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

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
