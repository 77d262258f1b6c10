package io.snowbraid.server;

import io.snowbraid.server.internal.access.Accounts;
import io.snowbraid.server.internal.access.Accounts.Account;
import io.snowbraid.server.internal.access.PasswordHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Those who may have ids: names with hashes of their passwords.
 *
 * <p>A file of users has one per line, {@code name:hash}, as {@link #line} returns them, or {@code
 * name:hash admin} for a user who may also move tags and keys, and create tags. Lines that are
 * empty or begin with {@code #} are skipped. The hash is {@code
 * $pbkdf2-sha256$iterations$salt$hash}, as the Python library passlib writes it, too.
 *
 * <p>Immutable and thread-safe.
 */
public final class Users {

  /** No users: anyone may have ids. */
  public static final Users NONE = new Users(Accounts.NONE);

  private static final String ADMIN = "admin";

  private final Accounts accounts;

  private Users(Accounts accounts) {
    this.accounts = accounts;
  }

  /**
   * Reads a file of users.
   *
   * @param file a file in UTF-8
   * @return at least one user
   * @throws IllegalArgumentException if the file cannot be read, has no user, or a wrong line
   */
  public static Users read(Path file) {
    try {
      return of(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "users must be readable: file=" + file + ", cause=" + e + "; correct the path or file",
          e);
    }
  }

  private static Users of(String file, List<String> lines) {
    Map<String, Account> accounts = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(accounts, line, "file=" + file + ", line=" + (i + 1));
      }
    }
    if (accounts.isEmpty()) {
      throw new IllegalArgumentException(
          "users must not be empty: file=" + file + "; add a line that hash-password prints");
    }
    return new Users(new Accounts(accounts));
  }

  private static void add(Map<String, Account> accounts, String line, String place) {
    int colon = line.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException(
          "user must be name:hash: " + place + "; add a line that hash-password prints");
    }
    String name = line.substring(0, colon);
    String[] rest = line.substring(colon + 1).split("\\s+", 2);
    boolean administers = rest.length == 2;
    if (administers && !rest[1].equals(ADMIN)) {
      throw new IllegalArgumentException(
          "user must have no other word than admin after the hash: "
              + place
              + "; correct the line");
    }
    if (accounts.put(name, new Account(name, hash(rest[0], place), administers)) != null) {
      throw new IllegalArgumentException(
          "user must occur only once: " + place + ", user=" + name + "; remove one of the lines");
    }
  }

  private static PasswordHash hash(String text, String place) {
    try {
      return PasswordHash.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "user has no valid hash: " + place + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns a line for a file of users. Takes some hundred milliseconds.
   *
   * @param name without blanks and colons
   * @param password not empty
   * @return {@code name:hash}
   * @throws IllegalArgumentException if the name or the password is not as described
   */
  public static String line(String name, String password) {
    return line(name, password, PasswordHash.ITERATIONS);
  }

  static String line(String name, String password, int iterations) {
    if (!name.matches("[^\\s:#][^\\s:]*")) {
      throw new IllegalArgumentException(
          "user must not be empty, begin with # or contain blanks or colons: user=" + name);
    }
    if (password.isEmpty()) {
      throw new IllegalArgumentException("password must not be empty: user=" + name);
    }
    return name + ":" + PasswordHash.of(password, iterations);
  }

  Accounts accounts() {
    return accounts;
  }
}
