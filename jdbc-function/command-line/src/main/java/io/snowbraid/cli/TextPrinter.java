package io.snowbraid.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Prints text for people. */
@Command // which picocli demands of a mixin without options
class TextPrinter {

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  TextPrinter() {}

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  void say(String text) {
    print(text, out());
  }

  /** Prints what is missing or damaged. */
  final void complain(String text) {
    print(text, spec.commandLine().getErr());
  }

  private static void print(String text, PrintWriter out) {
    text.lines().map(TerminalText::line).forEach(out::println);
    out.flush();
  }

  /** Returns an exception for arguments that are no valid command. */
  final ParameterException rejection(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
