package io.snowbraid.server.program;

import java.io.PrintStream;

/**
 * The streams that a command writes to.
 *
 * @param out the standard output
 * @param err the standard error
 */
public record Terminal(PrintStream out, PrintStream err) {

  static Terminal ofProcess() {
    return new Terminal(System.out, System.err);
  }
}
