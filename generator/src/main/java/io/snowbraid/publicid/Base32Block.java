package io.snowbraid.publicid;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes and reads 128 bits as 26 base-32 digits, the highest first. The digits are those of
 * Douglas Crockford's <a href="https://www.crockford.com/base32.html">Base 32</a>, in lower case.
 * Each block has exactly one spelling.
 */
final class Base32Block {

  static final int DIGITS = 26;

  private static final byte[] ALPHABET =
      "0123456789abcdefghjkmnpqrstvwxyz".getBytes(StandardCharsets.US_ASCII);

  private static final int DIGIT_BITS = 5;
  private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;

  /** The highest value of the first digit: 128 bits are 25 digits of five bits and one of three. */
  private static final int HIGHEST = 7;

  /**
   * The index of the digit that spans both halves: the lower 64 bits are its lowest four bits and
   * 12 more digits.
   */
  private static final int MIDDLE = 13;

  /** The value of each ASCII character; -1 if it is not a digit. */
  private static final byte[] VALUES = values();

  private Base32Block() {}

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (byte value = 0; value < ALPHABET.length; value++) {
      values[ALPHABET[value]] = value;
    }
    return values;
  }

  /** Formats an ASCII prefix and a block. */
  static String format(String prefix, long high, long low) {
    int start = prefix.length();
    byte[] text = new byte[start + DIGITS];
    for (int position = 0; position < start; position++) {
      text[position] = (byte) prefix.charAt(position);
    }
    // the lower half is 12 digits and the lowest four bits of the digit before them
    write(text, start + MIDDLE + 1, start + DIGITS, low);
    text[start + MIDDLE] = ALPHABET[(int) (low >>> 60 | high << 4) & DIGIT_MASK];
    write(text, start, start + MIDDLE, high >>> 1);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static void write(byte[] text, int from, int to, long bits) {
    long rest = bits;
    for (int position = to - 1; position >= from; position--) {
      text[position] = ALPHABET[(int) rest & DIGIT_MASK];
      rest >>>= DIGIT_BITS;
    }
  }

  /** Returns whether the text from a position on is a block in its only spelling. */
  static boolean isBlock(String text, int start) {
    if (text.length() != start + DIGITS || value(text, start) > HIGHEST) {
      return false;
    }
    int all = 0;
    for (int position = start; position < text.length(); position++) {
      all |= value(text, position);
    }
    return all >= 0;
  }

  /** Reads the higher half of a block. */
  static long high(String text, int start) {
    return read(text, start, start + MIDDLE) << 1 | value(text, start + MIDDLE) >>> 4;
  }

  /** Reads the lower half of a block. */
  static long low(String text, int start) {
    return read(text, start + MIDDLE, start + DIGITS);
  }

  /** Reads digits, dropping bits beyond the lowest 64. */
  private static long read(String text, int from, int to) {
    long bits = 0;
    for (int position = from; position < to; position++) {
      bits = bits << DIGIT_BITS | value(text, position);
    }
    return bits;
  }

  private static int value(String text, int position) {
    char digit = text.charAt(position);
    return digit < VALUES.length ? VALUES[digit] : -1;
  }
}
