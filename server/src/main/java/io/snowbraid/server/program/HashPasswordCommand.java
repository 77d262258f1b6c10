package io.snowbraid.server.program;

import io.snowbraid.server.Users;
import java.util.ArrayList;
import java.util.List;

/** The command that makes a line for the file of users. */
final class HashPasswordCommand {

  static final String NAME = "hash-password";

  private static final String USAGE =
      """
      Usage: snowbraid-server hash-password [--admin] NAME
      Prints a line for the file of users, name:hash. The password is prompted for; if input or
      output is no terminal, it is the first line of the standard input.
        NAME      The user's name.
        --admin   Let the user also move keys and tags, and create tags.
      """;

  private HashPasswordCommand() {}

  /**
   * Prints the line.
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
    String user = names.get(0);
    String line = Users.line(user, terminal.readPassword("Password of " + user));
    terminal.out().println(line + (isAdmin ? " admin" : ""));
    return 0;
  }
}
