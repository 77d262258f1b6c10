package io.snowbraid.server.program;

import io.snowbraid.server.Users;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that makes a line for the file of users. */
@Command(
    name = "hash-password",
    description =
        "Prints a line for the file of users, name:hash. The password is prompted for; if input or"
            + " output is no terminal, it is the first line of the standard input.",
    mixinStandardHelpOptions = true)
final class HashPasswordCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "The user's name.")
  private String user = "";

  @Option(names = "--admin", description = "Let the user also move keys and tags, and create tags.")
  private boolean admin;

  @SuppressWarnings("NullAway") // picocli sets the field
  HashPasswordCommand() {}

  @Override
  public Integer call() throws IOException {
    spec.commandLine().getOut().println(Users.line(user, readPassword()) + (admin ? " admin" : ""));
    return 0;
  }

  @SuppressWarnings("SystemConsoleNull") // consoles that are no terminals read passwords, too
  private String readPassword() throws IOException {
    Console console = System.console();
    if (console != null) {
      char[] typed = console.readPassword("Password of %s: ", user);
      return typed == null ? "" : String.valueOf(typed);
    }
    spec.commandLine()
        .getErr()
        .println("reads the password from the standard input; if you type it, it is shown");
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    return Objects.requireNonNullElse(line, "");
  }
}
