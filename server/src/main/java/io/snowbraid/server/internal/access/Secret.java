package io.snowbraid.server.internal.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The secret of a user: {@code snowbraid_}, 32 characters of 5 random bits each, and 7 that are the
 * CRC-32 of what precedes them. The checksum reveals typing errors without knowing any user.
 */
public final class Secret {

  /** What every secret matches; for scanners that look for leaked secrets. */
  private static final Pattern FORM = Pattern.compile("snowbraid_[a-z2-7]{39}");

  /** What the SHA-256 of a secret looks like. */
  public static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private static final String PREFIX = "snowbraid_";

  /** Base32 by RFC 4648, in lower case. */
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  private static final int RANDOM_CHARACTERS = 32;
  private static final int CHECKED = PREFIX.length() + RANDOM_CHARACTERS;

  private Secret() {}

  /** Generates a secret of 160 random bits. */
  public static String generate(SecureRandom random) {
    StringBuilder text = new StringBuilder(PREFIX);
    for (int i = 0; i < RANDOM_CHARACTERS; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text + checksum(text.toString());
  }

  private static String checksum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.US_ASCII));
    StringBuilder checksum = new StringBuilder();
    for (int shift = 30; shift >= 0; shift -= 5) {
      checksum.append(ALPHABET.charAt((int) (crc.getValue() >>> shift) & 31));
    }
    return checksum.toString();
  }

  /** Returns whether a text is a secret that was generated, and has no typing error. */
  public static boolean isValid(String text) {
    return FORM.matcher(text).matches() && text.endsWith(checksum(text.substring(0, CHECKED)));
  }

  /**
   * Returns the SHA-256 of a secret in hexadecimal. It needs no salt: 160 random bits cannot be
   * guessed.
   */
  public static String hash(String secret) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(secret.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Replaces what may be a secret, such as one that was given as the name of a user. */
  static String hide(String text) {
    return text.contains(PREFIX) ? "***" : text;
  }
}
