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
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that listens on the loopback address. */
record ServerProcess(Process process, int port) implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(30);

  /** Starts the jar of this build, with a new directory. */
  static ServerProcess snowbraid(int port) throws IOException, InterruptedException {
    Path jar = Path.of(Versions.of("server.jar"));
    if (!Files.exists(jar)) {
      throw new IllegalStateException("server must be built first: jar=" + jar);
    }
    return start(
        port,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-jar",
        jar.toString(),
        "--port=" + port,
        "--data=" + Files.createTempDirectory("snowbraid-server"));
  }

  /** Starts Debian's Redis. */
  static ServerProcess redis(int port) throws IOException, InterruptedException {
    return start(
        port, "redis-server", "--port", String.valueOf(port), "--save", "", "--appendonly", "no");
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

  /** Returns the line of {@code INFO} that has the version of Redis. */
  String version() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("INFO server\r\n".getBytes(StandardCharsets.US_ASCII));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("redis_version:")) {
          return line.substring("redis_version:".length());
        }
      }
      return "?";
    }
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
