package io.snowbraid.server.program;

import io.snowbraid.server.Users;
import java.util.ArrayList;
import java.util.List;

/** The command that generates a secret, and the line of its user for the file of users. */
final class NewSecretCommand {

  static final String NAME = "new-secret";

  private static final String USAGE =
      """
      Usage: snowbraid-server new-secret [--admin] NAME
      Prints a line for the file of users, name:HASH, and to the standard error output the secret,
      which is not stored: new-secret NAME >> users
        NAME      The user's name.
        --admin   Let the user also move keys and tags, and create tags.
      """;

  private NewSecretCommand() {}

  /**
   * Prints the line and the secret.
   *
   * @param arguments the user, and perhaps the switch
   * @return the exit code
   */
  static int run(Terminal terminal, List<String> arguments) {
    List<String> names = new ArrayList<>(arguments);
    boolean isAdmin = names.remove("--admin");
    if (names.size() != 1 || names.get(0).startsWith("-")) {
      return terminal.show(USAGE, names);
    }
    String secret = Users.newSecret();
    terminal.out().println(Users.line(names.get(0), secret) + (isAdmin ? " admin" : ""));
    terminal.err().println("secret, which is not shown again: " + secret);
    return 0;
  }
}
