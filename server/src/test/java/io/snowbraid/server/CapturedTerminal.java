package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.server.program.ServerCommand;
import io.snowbraid.server.program.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/** Runs commands, and keeps what they print. */
public final class CapturedTerminal {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));

  public Terminal terminal() {
    return terminal;
  }

  public int run(String... line) {
    return run(Map.of(), line);
  }

  public int run(Map<String, String> environment, String... line) {
    return ServerCommand.run(terminal, environment, line);
  }

  public String out() {
    return out.toString(UTF_8);
  }

  public String err() {
    return err.toString(UTF_8);
  }
}
