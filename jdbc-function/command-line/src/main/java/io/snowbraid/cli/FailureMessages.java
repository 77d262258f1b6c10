package io.snowbraid.cli;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Explains failures to users, without secrets and without control characters that a terminal would
 * interpret.
 */
final class FailureMessages {

  /** Longer arguments are truncated where a message quotes them. */
  private static final int LONGEST = 200;

  private FailureMessages() {}

  /** Prints a failure; without a stack trace if the user can fix the cause. */
  static int explain(Exception failure, CommandLine command, ParseResult parsed) {
    boolean isExpected =
        failure instanceof IllegalArgumentException
            || failure instanceof SnowbraidException
            || failure instanceof SQLException;
    String text = isExpected ? message(failure) : trace(failure);
    command.getErr().println(shown(text, parsed.originalArgs()));
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  /** Returns a message, with advice for operators where the original is for developers. */
  private static String message(Exception failure) {
    return String.valueOf(failure.getMessage())
        .replace(StoreFailures.RESET + "create", "correct the table, --url or --user, or create");
  }

  private static String trace(Exception failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return trace.toString();
  }

  /** Prints what is wrong with the arguments, then similar names or how to get help. */
  static int reject(ParameterException rejection, String[] arguments) {
    CommandLine command = rejection.getCommandLine();
    command.getErr().println(shown(rule(rejection), List.of(arguments)));
    if (!UnmatchedArgumentException.printSuggestions(rejection, command.getErr())) {
      command.getErr().println("see " + command.getCommandSpec().qualifiedName() + " --help");
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /**
   * Returns the rejection's reason without the value of a mistyped option, which could be a
   * password.
   */
  private static String rule(ParameterException rejection) {
    return rejection instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()
        ? "Unknown option: '" + unmatched.getUnmatched().get(0).replaceFirst("=.*", "") + "'"
        : String.valueOf(rejection.getMessage());
  }

  private static String shown(String message, List<String> arguments) {
    String text = message;
    for (String argument : arguments) {
      int url = argument.indexOf("jdbc:");
      text =
          url < 0
              ? text.replace(argument, safe(argument))
              : DatabaseAddress.hideSecrets(text, argument.substring(url));
    }
    return TerminalText.lines(DatabaseAddress.hideSecrets(text));
  }

  private static String safe(String argument) {
    String line = TerminalText.line(argument);
    return line.length() <= LONGEST
        ? line
        : line.substring(0, LONGEST) + "... (" + argument.length() + " characters)";
  }
}
