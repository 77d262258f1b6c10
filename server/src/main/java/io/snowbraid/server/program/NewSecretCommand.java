package io.snowbraid.server.program;

import io.snowbraid.server.Users;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Generates a secret and its user's line for the users file. */
@Command(
    name = "new-secret",
    mixinStandardHelpOptions = true,
    description =
        "Prints a line for the users file, name:HASH, and the secret, which is not stored, to"
            + " standard error: new-secret NAME >> users")
final class NewSecretCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--admin",
      description = "Also allow the user to move keys and tags, and to create tags.")
  private boolean isAdmin;

  @Parameters(paramLabel = "NAME", description = "The user's name.")
  private String user;

  @Override
  public Integer call() {
    String secret = Users.newSecret();
    spec.commandLine().getOut().println(Users.line(user, secret) + (isAdmin ? " admin" : ""));
    spec.commandLine().getErr().println("secret (not shown again): " + secret);
    return 0;
  }
}
