package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.server.program.ServerCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.util.Map;

/** Runs commands, and keeps what they print. */
public final class CapturedTerminal {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public int run(String... line) {
    return run(Map.of(), line);
  }

  public int run(Map<String, String> environment, String... line) {
    return ServerCommand.line(environment)
        .setOut(new PrintWriter(out, true, UTF_8))
        .setErr(new PrintWriter(err, true, UTF_8))
        .execute(line);
  }

  public String out() {
    return out.toString(UTF_8);
  }

  public String err() {
    return err.toString(UTF_8);
  }
}
