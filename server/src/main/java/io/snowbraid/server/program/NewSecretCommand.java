package io.snowbraid.server.program;

import io.snowbraid.server.Users;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Generates a secret and its user's line for the users file. */
@Command(
    name = "new-secret",
    mixinStandardHelpOptions = true,
    description =
        "Prints a line for the file of users, name:HASH, and to the standard error output the"
            + " secret, which is not stored: new-secret NAME >> users")
final class NewSecretCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Option(names = "--admin", description = "Let the user also move keys and tags, and create tags.")
  private boolean isAdmin;

  @Parameters(paramLabel = "NAME", description = "The user's name.")
  private String user;

  NewSecretCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String secret = Users.newSecret();
    terminal.out().println(Users.line(user, secret) + (isAdmin ? " admin" : ""));
    terminal.err().println("secret, which is not shown again: " + secret);
    return 0;
  }
}
