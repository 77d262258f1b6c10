package io.snowbraid.server.internal.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password's hash by PBKDF2 with HMAC-SHA-256. Its text is {@code
 * $pbkdf2-sha256$iterations$salt$hash}, as passlib writes it: Base64 without padding, and with
 * {@code .} for {@code +}.
 */
public final class PasswordHash {

  /** What OWASP recommends for this function. */
  public static final int ITERATIONS = 600_000;

  private static final int MAX_ITERATIONS = 10_000_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final Pattern TEXT =
      Pattern.compile(
          "\\$pbkdf2-sha256\\$([1-9][0-9]{3,7})\\$([A-Za-z0-9./]{11,})\\$([A-Za-z0-9./]{43})");

  private final int iterations;
  private final byte[] salt;
  private final byte[] hash;

  private PasswordHash(int iterations, byte[] salt, byte[] hash) {
    this.iterations = iterations;
    this.salt = salt;
    this.hash = hash;
  }

  /** Hashes a password, which must not be empty. */
  public static PasswordHash of(String password, int iterations) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new PasswordHash(iterations, salt, derive(password, salt, iterations));
  }

  /** Returns a hash of no password, which takes as long to check as others. */
  public static PasswordHash ofNobody(int iterations) {
    return new PasswordHash(iterations, new byte[SALT_BYTES], new byte[HASH_BYTES]);
  }

  /**
   * Reads a text.
   *
   * @throws IllegalArgumentException if it is no such hash; the message does not contain it
   */
  public static PasswordHash parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw malformed();
    }
    int iterations = Integer.parseInt(matcher.group(1));
    if (iterations > MAX_ITERATIONS) {
      throw malformed();
    }
    return new PasswordHash(iterations, decode(matcher.group(2)), decode(matcher.group(3)));
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "password hash must be $pbkdf2-sha256$iterations$salt$hash with 1000 to "
            + MAX_ITERATIONS
            + " iterations; let hash-password print one");
  }

  private static byte[] decode(String text) {
    try {
      return Base64.getDecoder().decode(text.replace('.', '+'));
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
  }

  public int iterations() {
    return iterations;
  }

  /** Returns whether a password is the right one. Takes milliseconds, whatever the answer is. */
  public boolean matches(String password) {
    return !password.isEmpty() && MessageDigest.isEqual(hash, derive(password, salt, iterations));
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, 8 * HASH_BYTES);
    try {
      SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
      return factory.generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has PBKDF2WithHmacSHA256", e);
    } finally {
      spec.clearPassword();
    }
  }

  /** Returns the text. */
  @Override
  public String toString() {
    return "$pbkdf2-sha256$" + iterations + "$" + encode(salt) + "$" + encode(hash);
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().withoutPadding().encodeToString(bytes).replace('+', '.');
  }
}
