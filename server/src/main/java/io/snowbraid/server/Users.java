package io.snowbraid.server;

import io.snowbraid.server.internal.access.Authenticator.Account;
import io.snowbraid.server.internal.access.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The users who may request ids, with hashes of their secrets.
 *
 * <p>A users file has one user per line, {@code name:HASH}, as created by {@link #line}. A second
 * hash after a comma allows another secret, so that secrets can be rotated without an outage. A
 * final word {@code admin} also allows the user to create tags, claim blocks, and move tags and
 * keys. Empty lines and lines that start with {@code #} are skipped. A hash is the SHA-256 of a
 * secret in hexadecimal.
 *
 * <p>Immutable and thread-safe.
 */
public final class Users {

  /** No users: any client may do everything that administrators may. */
  public static final Users NONE = new Users(Map.of());

  private static final int MAX_SECRETS = 2;
  private static final String PASSWORD = ":$pbkdf2-sha256$";
  private static final String NAME = "[^\\s:#][^\\s:]*";
  private static final Pattern LINE =
      Pattern.compile("(" + NAME + "):(HASH(?:,HASH)*)(\\s+admin)?".replace("HASH", Secret.HASH));
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, Account> accounts;

  private Users(Map<String, Account> accounts) {
    this.accounts = Map.copyOf(accounts);
  }

  /**
   * Reads a users file.
   *
   * @param file a UTF-8 file
   * @return at least one user
   * @throws IllegalArgumentException if the file cannot be read, is empty, or has an invalid line
   */
  public static Users read(Path file) {
    try {
      return of(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "users file must be readable: file="
              + file
              + ", cause="
              + e
              + "; correct the path or file",
          e);
    }
  }

  private static Users of(String file, List<String> lines) {
    Map<String, Account> accounts = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("^\uFEFF", "").strip(); // a byte order mark
      if (!line.isEmpty() && !line.startsWith("#")) {
        String place = "file=" + file + ", line=" + (i + 1);
        Account account = account(line, place);
        if (accounts.put(account.name(), account) != null) {
          throw new IllegalArgumentException(
              "user must be listed only once: "
                  + place
                  + ", user="
                  + account.name()
                  + "; remove one of the lines");
        }
      }
    }
    if (accounts.isEmpty()) {
      throw new IllegalArgumentException(
          "users file must not be empty: file=" + file + "; add a line printed by new-secret");
    }
    return new Users(accounts);
  }

  private static Account account(String line, String place) {
    if (line.contains(PASSWORD)) {
      throw new IllegalArgumentException(
          "user must have a secret, not a password: "
              + place
              + "; replace the line with one printed by new-secret NAME");
    }
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "user must be name:HASH[,HASH] [admin]: "
              + place
              + "; replace the line with one printed by new-secret NAME");
    }
    List<String> hashes = List.of(matcher.group(2).split(","));
    if (hashes.size() > MAX_SECRETS) {
      throw new IllegalArgumentException(
          "user must have one or two secrets: "
              + place
              + ", secrets="
              + hashes.size()
              + "; remove the oldest hashes");
    }
    return new Account(matcher.group(1), hashes, matcher.group(3) != null);
  }

  /**
   * Generates a secret of 160 random bits. It matches {@code snowbraid_[a-z2-7]{39}} and ends with
   * a checksum. Store it like a password.
   *
   * @return a new secret
   */
  public static String newSecret() {
    return Secret.generate(RANDOM);
  }

  /**
   * Returns a line for a users file.
   *
   * @param name a name without spaces and colons
   * @param secrets one or two secrets created by {@link #newSecret}
   * @return {@code name:HASH} or {@code name:HASH,HASH}
   * @throws IllegalArgumentException if the name or a secret is invalid
   */
  public static String line(String name, String... secrets) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "user must not be empty, start with # or contain spaces or colons: user="
              + name
              + "; choose another name");
    }
    if (secrets.length < 1
        || secrets.length > MAX_SECRETS
        || !Arrays.stream(secrets).allMatch(Secret::isValid)) {
      throw new IllegalArgumentException(
          "user must have one or two secrets from newSecret: user="
              + name
              + ", secrets="
              + secrets.length
              + "; generate them with newSecret");
    }
    return name + ":" + Arrays.stream(secrets).map(Secret::hash).collect(Collectors.joining(","));
  }

  Map<String, Account> accounts() {
    return accounts;
  }
}
