package io.snowbraid.publicid;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/**
 * The prefix of all texts of one kind of id.
 *
 * @param text the prefix with its underscore; empty without a prefix
 * @param tag the first 64 bits of the prefix's SHA-256, contained in each block
 */
record PublicIdPrefix(String text, long tag) {

  static final PublicIdPrefix NONE = new PublicIdPrefix("", tagOf(""));

  private static final int MAX_LENGTH = 32;

  private static final Pattern RULE = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,31}");

  /**
   * Creates a prefix.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static PublicIdPrefix of(String prefix) {
    if (!RULE.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "prefix must be a letter and up to "
              + (MAX_LENGTH - 1)
              + " letters or digits, but is "
              + QuotedText.of(prefix)
              + "; omit the underscore, which is added");
    }
    return new PublicIdPrefix(prefix + "_", tagOf(prefix));
  }

  private static long tagOf(String prefix) {
    return ByteBuffer.wrap(hash(prefix)).getLong();
  }

  /** Returns the SHA-256 of an ASCII text. */
  static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns whether a text has this prefix and the digits of a block. */
  boolean fits(String given) {
    return given.length() == length()
        && given.startsWith(text)
        && Base32Block.isBlock(given, text.length());
  }

  /** Returns the length of each text. */
  int length() {
    return text.length() + Base32Block.DIGITS;
  }
}
