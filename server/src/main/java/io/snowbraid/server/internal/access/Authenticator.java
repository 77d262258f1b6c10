package io.snowbraid.server.internal.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates users by their secrets. This takes microseconds, and secrets have 160 random bits,
 * so attempts need no limit.
 *
 * <p>Thread-safe.
 */
public final class Authenticator {

  /**
   * A user.
   *
   * @param hashes the SHA-256 of one or two secrets, in hexadecimal
   * @param administers whether the user may also create tags, claim blocks, and move tags and keys
   */
  public record Account(String name, List<String> hashes, boolean administers) {

    @Override
    public String toString() {
      return "Account[" + name + "]";
    }
  }

  /** A user, and the hash of the secret used to log in. */
  public record Login(Account account, String hash) {

    public String user() {
      return account.name();
    }

    public boolean administers() {
      return account.administers();
    }

    @Override
    public String toString() {
      return "Login[" + user() + "]";
    }
  }

  private static final int MAX_SHOWN = 64;

  private static final Pattern NOT_SHOWN = Pattern.compile("[^\\p{L}\\p{N}._@*-]");

  /** The hash checked for unknown users, so that they take as long as known ones. */
  private static final List<String> NO_SECRET = List.of("0".repeat(64));

  private volatile Map<String, Account> accounts;

  /**
   * Creates an authenticator.
   *
   * @param accounts the users by name; if there are none, no login is needed
   */
  public Authenticator(Map<String, Account> accounts) {
    this.accounts = accounts;
  }

  /**
   * Returns whether a login is needed.
   *
   * @return false if there are no users
   */
  public boolean isRequired() {
    return !accounts.isEmpty();
  }

  /**
   * Replaces the users. Each {@link Login} must then be {@linkplain #renew renewed}.
   *
   * @throws IllegalArgumentException if this would add the first user or remove the last
   */
  public void replace(Map<String, Account> others) {
    if (others.isEmpty() != accounts.isEmpty()) {
      throw new IllegalArgumentException(
          "a running server must not get its first user or lose its last: users before="
              + accounts.size()
              + ", now="
              + others.size()
              + "; restart the server");
    }
    accounts = others;
  }

  /** Logs a user in. Returns null if the user is unknown or the secret is wrong. */
  public @Nullable Login logIn(String user, String secret) {
    return Secret.isValid(secret) ? find(user, Secret.hash(secret)) : null;
  }

  /**
   * Returns the reason for a refused login, for the log. It does not contain the secret, and the
   * user's input cannot forge further fields or lines.
   */
  public static String refusal(String user, String secret) {
    String shown = Secret.hide(user.substring(0, Math.min(user.length(), MAX_SHOWN)));
    return (Secret.isValid(secret) ? "wrong user or secret" : "malformed secret")
        + ": user="
        + NOT_SHOWN.matcher(shown).replaceAll("?");
  }

  private @Nullable Login find(String user, String hash) {
    Account account = accounts.get(user);
    boolean isKnown = false;
    for (String known : account == null ? NO_SECRET : account.hashes()) {
      isKnown |= MessageDigest.isEqual(known.getBytes(US_ASCII), hash.getBytes(US_ASCII));
    }
    return account != null && isKnown ? new Login(account, hash) : null;
  }

  /** Returns a login with its user's current rights; null if its secret was removed. */
  public @Nullable Login renew(Login login) {
    Account account = accounts.get(login.user());
    return account != null && account.hashes().contains(login.hash())
        ? new Login(account, login.hash())
        : null;
  }
}
