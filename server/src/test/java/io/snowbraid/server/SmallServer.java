package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.program.ServerCommand;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as the unit runs it: a process of its own with a heap of 64 MB. */
final class SmallServer implements AutoCloseable {

  static final long HEAP = 64 << 20;

  /** All live objects, as {@code jcmd} prints them. */
  private static final Pattern LIVE = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

  private static final Pattern ADDRESS = Pattern.compile(".*:(\\d+)(/ids)?");

  private final Process process;
  private final BufferedReader output;
  private final InetSocketAddress address;

  private SmallServer(Process process) throws IOException {
    this.process = process;
    this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    this.address = readAddress();
  }

  /** Starts a server with settings, whose data is thrown away. */
  static SmallServer start(Path directory, String... settings) throws IOException {
    ProcessBuilder server =
        JavaProcess.with(
            "-Xmx64m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            JavaProcess.CLASS_PATH,
            ServerCommand.class.getName(),
            "--port",
            "0",
            "--data",
            directory.resolve("data").toString());
    server.command().addAll(List.of(settings));
    return new SmallServer(server.redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  /** Returns the address of the next port that the server announces: of Redis, then of HTTP. */
  InetSocketAddress readAddress() throws IOException {
    Matcher port = ADDRESS.matcher(output.readLine());
    while (!port.matches()) {
      port = ADDRESS.matcher(output.readLine());
    }
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)));
  }

  InetSocketAddress address() {
    return address;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns how many bytes of the heap are in use after a collection. */
  long usedBytes() throws Exception {
    String pid = Long.toString(process.pid());
    String histogram = Programs.output(JavaProcess.tool("jcmd"), pid, "GC.class_histogram");
    Matcher live = LIVE.matcher(histogram);
    assertThat(live.find()).as(histogram).isTrue();
    return Long.parseLong(live.group(1));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
