package io.snowbraid.server;

import io.snowbraid.server.internal.access.Accounts;
import java.nio.file.Path;

/** Makes lines for files of users whose hashes are weak, so that tests do not take long. */
public final class TestUsers {

  private TestUsers() {}

  public static String line(String user, String password) {
    return line(user, password, 1_000);
  }

  public static Accounts accounts(Path file) {
    return Users.read(file).accounts();
  }

  public static String line(String user, String password, int iterations) {
    return Users.line(user, password, iterations);
  }
}
