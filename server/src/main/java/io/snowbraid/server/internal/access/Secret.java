package io.snowbraid.server.internal.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A user's secret: {@code snowbraid_}, 32 characters of 5 random bits each, and 7 characters with
 * the CRC-32 of everything before. The checksum reveals typing errors without knowing any user.
 */
public final class Secret {

  /** Matches every secret; for scanners that look for leaked secrets. */
  private static final Pattern FORM = Pattern.compile("snowbraid_[a-z2-7]{39}");

  /** The pattern of a SHA-256 in hexadecimal. */
  public static final String HASH = "[0-9a-f]{64}";

  private static final String PREFIX = "snowbraid_";

  /** Base32 of RFC 4648, in lower case. */
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  private static final int RANDOM_CHARACTERS = 32;
  private static final int CHECKED = PREFIX.length() + RANDOM_CHARACTERS;

  private Secret() {}

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

  /** Returns whether a text is a generated secret without typing errors. */
  public static boolean isValid(String text) {
    return FORM.matcher(text).matches() && text.endsWith(checksum(text.substring(0, CHECKED)));
  }

  /**
   * Returns a secret's SHA-256 in hexadecimal. It needs no salt, because 160 random bits cannot be
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

  /** Replaces anything that may be a secret, such as one entered as a user name. */
  static String hide(String text) {
    return text.contains(PREFIX) ? "***" : text;
  }
}
