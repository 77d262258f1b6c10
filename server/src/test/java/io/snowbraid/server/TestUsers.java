package io.snowbraid.server;

/** Makes lines for files of users whose hashes are weak, so that tests do not take long. */
public final class TestUsers {

  private TestUsers() {}

  public static String line(String user, String password) {
    return line(user, password, 1_000);
  }

  public static String line(String user, String password, int iterations) {
    return Users.line(user, password, iterations);
  }
}
