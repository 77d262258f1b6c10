package io.snowbraid.server.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command that runs a server for a moment, so that the JVM can archive the classes that it
 * needs.
 */
final class RehearseCommand {

  static final String NAME = "rehearse";

  private static final String USAGE =
      """
      Usage: java -XX:ArchiveClassesAtExit=FILE -jar snowbraid-server.jar rehearse
      Runs a server on a directory of its own, asks it for ids, and ends. The archive makes the
      next start quicker, with -XX:SharedArchiveFile=FILE.
      """;

  /** A command of the Redis protocol per line, each answered by one line. */
  private static final List<String> COMMANDS =
      List.of("PING", "GETID", "NEXTID rehearsal", "INCR rehearsal");

  private static final List<String> REQUEST =
      List.of("GET /health/ready HTTP/1.1", "Host: localhost", "Connection: close", "");

  private static final int TIMEOUT_MILLIS = 10_000;

  private RehearseCommand() {}

  /**
   * Runs the server.
   *
   * @param arguments must be empty
   * @return the exit code
   */
  static int run(Terminal terminal, List<String> arguments) throws Exception {
    if (!arguments.isEmpty()) {
      return terminal.show(USAGE, arguments);
    }
    Path directory = Files.createTempDirectory("snowbraid-server");
    try {
      rehearse(terminal, directory.resolve("data"));
    } finally {
      delete(directory);
    }
    return 0;
  }

  private static void rehearse(Terminal terminal, Path data) throws Exception {
    String[] line = {"--port=0", "--http-port=0", "--data=" + data};
    ServerCommand command = new ServerCommand(Settings.of(terminal, Map.of(), line), terminal);
    try (RunningServer running = command.start()) {
      running.awaitSlots();
      InetSocketAddress redis = running.server().address();
      for (String request : COMMANDS) {
        terminal.out().println(request + ": " + ask(redis, List.of(request)));
      }
      InetSocketAddress http = running.server().httpAddress().orElseThrow();
      terminal.out().println(REQUEST.get(0) + ": " + ask(http, REQUEST));
    }
  }

  /** Returns the first line of the answer. */
  private static String ask(InetSocketAddress address, List<String> lines) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      String request = String.join("\r\n", lines) + "\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
