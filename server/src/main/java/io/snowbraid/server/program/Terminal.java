package io.snowbraid.server.program;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The streams that a command writes to, and its password prompt.
 *
 * @param out the standard output
 * @param err the standard error
 */
public record Terminal(PrintStream out, PrintStream err) {

  static Terminal ofProcess() {
    return new Terminal(System.out, System.err);
  }

  /**
   * Asks for a password. If input or output is not a terminal, reads the first line of standard
   * input.
   *
   * @param what the text of the prompt
   */
  @SuppressWarnings("SystemConsoleNull") // consoles that are no terminals read passwords, too
  String readPassword(String what) {
    Console console = System.console();
    if (console != null) {
      char[] typed = console.readPassword("%s: ", what);
      return typed == null ? "" : String.valueOf(typed);
    }
    err.println("reads the password from the standard input; if you type it, it is shown");
    return readLine();
  }

  private static String readLine() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return Objects.requireNonNullElse(line, "");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "password cannot be read from the standard input; type it, or pipe it in", e);
    }
  }
}
