package io.snowbraid.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Prints text for people. */
@Command // required by picocli for a mixin without options
class TextPrinter {

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  TextPrinter() {}

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /**
   * Prints lines of this tool. Foreign text in them, which may have line breaks, is escaped first.
   */
  void say(String text) {
    text.lines().map(TerminalText::line).forEach(out()::println);
    out().flush();
  }

  /** Prints what is missing or damaged. */
  final void complain(String line) {
    spec.commandLine().getErr().println(TerminalText.line(line));
  }

  /** Returns an exception for arguments that are no valid command. */
  final ParameterException rejection(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
