package io.snowbraid.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that listens on the loopback address. */
record ServerProcess(Process process, int port) implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(30);

  /** Starts the jar of this build, with a new directory. */
  static ServerProcess snowbraid(int port, String heap, String... options)
      throws IOException, InterruptedException {
    Path jar = Path.of(Versions.of("server.jar"));
    if (!Files.exists(jar)) {
      throw new IllegalStateException("server must be built first: jar=" + jar);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                JavaCommand.java(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-jar",
                jar.toString(),
                "--port=" + port,
                "--data=" + Files.createTempDirectory("snowbraid-server")));
    command.addAll(List.of(options));
    return start(port, command.toArray(String[]::new));
  }

  /** Starts Debian's Redis, which keeps nothing on disk. */
  static ServerProcess redis(int port) throws IOException, InterruptedException {
    return start(
        port, "redis-server", "--port", String.valueOf(port), "--save", "", "--appendonly", "no");
  }

  /**
   * Starts Debian's Redis, which logs each change on disk.
   *
   * @param fsync when the log is forced to disk, as Redis names it
   */
  static ServerProcess durableRedis(int port, String fsync)
      throws IOException, InterruptedException {
    return start(
        port,
        "redis-server",
        "--port",
        String.valueOf(port),
        "--dir",
        Files.createTempDirectory("redis").toString(),
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        fsync);
  }

  private static ServerProcess start(int port, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    ServerProcess server = new ServerProcess(process, port);
    long end = System.nanoTime() + START.toNanos();
    while (!server.listens()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        server.close();
        throw new IllegalStateException("server must start: " + List.of(command));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return server;
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) { // not yet
      return false;
    }
  }

  String version() throws IOException {
    return info("server", "redis_version");
  }

  /** Returns what a line of {@code INFO} says. */
  String info(String section, String name) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(("INFO " + section + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .lines()
          .filter(line -> line.startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("INFO must have " + name));
    }
  }

  /** Returns how much memory the process has, in bytes. */
  long memory() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the CPU time of the process so far, in microseconds. */
  double cpuMicros() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e3;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
