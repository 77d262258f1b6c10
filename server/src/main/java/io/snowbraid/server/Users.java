package io.snowbraid.server;

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
 * <p>A file of users has one per line, {@code name:hash}, as {@link #line} returns them. Lines that
 * are empty or begin with {@code #} are skipped. The hash is {@code
 * $pbkdf2-sha256$iterations$salt$hash}, as the Python library passlib writes it, too.
 *
 * <p>Immutable and thread-safe.
 */
public final class Users {

  /** No users: anyone may have ids. */
  public static final Users NONE = new Users(Map.of());

  private final Map<String, PasswordHash> hashes;

  /** Compared with the passwords of unknown users, so that they take as long as known ones. */
  private final PasswordHash nobody;

  private Users(Map<String, PasswordHash> hashes) {
    this.hashes = Map.copyOf(hashes);
    this.nobody =
        PasswordHash.ofNobody(
            hashes.values().stream().mapToInt(PasswordHash::iterations).max().orElse(1));
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
    Map<String, PasswordHash> hashes = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(hashes, line, "file=" + file + ", line=" + (i + 1));
      }
    }
    if (hashes.isEmpty()) {
      throw new IllegalArgumentException(
          "users must not be empty: file=" + file + "; add a line that hash-password prints");
    }
    return new Users(hashes);
  }

  private static void add(Map<String, PasswordHash> hashes, String line, String place) {
    int colon = line.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException(
          "user must be name:hash: " + place + "; add a line that hash-password prints");
    }
    String name = line.substring(0, colon);
    if (hashes.put(name, hash(line.substring(colon + 1), place)) != null) {
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

  /**
   * Returns whether there are no users, so that anyone may have ids.
   *
   * @return whether it is {@link #NONE}
   */
  public boolean isEmpty() {
    return hashes.isEmpty();
  }

  /**
   * Returns whether a password is that of a user. Takes some hundred milliseconds, for unknown
   * users too.
   *
   * @param name a name
   * @param password a password of any length
   * @return whether the user exists and has this password
   */
  public boolean matches(String name, String password) {
    return hashes.getOrDefault(name, nobody).matches(password) && hashes.containsKey(name);
  }
}
