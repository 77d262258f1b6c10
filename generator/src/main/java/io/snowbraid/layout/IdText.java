package io.snowbraid.layout;

import io.snowbraid.internal.Arguments;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Converts ids to and from 13-character texts that sort like the ids, for file names, URLs and
 * people. The texts are Douglas Crockford's <a href="https://www.crockford.com/base32.html">Base
 * 32</a> with the digits {@code 0123456789ABCDEFGHJKMNPQRSTVWXYZ}, highest digit first, without
 * hyphens or check symbols.
 *
 * <p>About one text in a million contains only decimal digits, and looks like a decimal number.
 * {@link #parse} reads every text that {@link #format} returned. {@link #parseAny} reads what
 * people type, and treats digits alone as a decimal number.
 */
public final class IdText {

  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 13;
  private static final Pattern DECIMAL = Pattern.compile("[0-9]+");
  private static final int DIGIT_BITS = 5;

  /** The highest first digit: 63 bits are twelve digits of five bits and one of three. */
  private static final int HIGHEST = 7;

  /** The value of each ASCII character; -1 if it is not a digit. */
  private static final byte[] VALUES = values();

  private IdText() {}

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (byte value = 0; value < DIGITS.length(); value++) {
      char digit = DIGITS.charAt(value);
      values[digit] = value;
      values[Character.toLowerCase(digit)] = value;
    }
    values['O'] = values['o'] = 0;
    values['I'] = values['i'] = 1;
    values['L'] = values['l'] = 1;
    return values;
  }

  /**
   * Formats an id as text.
   *
   * @param id an id, at least 0
   * @return 13 upper-case characters; texts compare like their ids
   * @throws IllegalArgumentException if the id is negative
   */
  public static String format(long id) {
    Arguments.atLeast("id", id, 0);
    byte[] text = new byte[LENGTH];
    long rest = id;
    for (int position = LENGTH - 1; position >= 0; position--) {
      text[position] = (byte) DIGITS.charAt((int) rest & (1 << DIGIT_BITS) - 1);
      rest >>>= DIGIT_BITS;
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /**
   * Parses the text form of an id, in upper or lower case. O is read as 0, and I and L as 1,
   * because people confuse them. Digits alone are also base 32, so this method inverts {@link
   * #format} for every id: {@code parse("0000000000010")} is 32.
   *
   * @param text 13 characters, starting with 0 to 7
   * @return the id, at least 0
   * @throws IllegalArgumentException if the text is not an id; the message states the position,
   *     counted from 0
   */
  public static long parse(String text) {
    if (text.length() != LENGTH) {
      throw new IllegalArgumentException(
          "id text must have " + LENGTH + " characters, but has " + text.length() + ": " + text);
    }
    long id = 0;
    for (int position = 0; position < LENGTH; position++) {
      id = id << DIGIT_BITS | value(text, position);
    }
    return id;
  }

  /**
   * Parses an id typed by a person. Digits alone, however many, are a decimal number; anything else
   * must be the text form. Use {@link #parse} for texts from {@link #format}, because this method
   * would misread those that contain only digits.
   *
   * @param text decimal digits, or the text form
   * @return the id, at least 0
   * @throws IllegalArgumentException if the text is neither
   */
  public static long parseAny(String text) {
    if (DECIMAL.matcher(text).matches()) {
      return decimal(text);
    }
    if (text.length() != LENGTH) {
      throw new IllegalArgumentException(
          "id must be a number between 0 and "
              + Long.MAX_VALUE
              + " or a text of "
              + LENGTH
              + " characters, but is "
              + text);
    }
    return parse(text);
  }

  private static long decimal(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Arguments.outside("id", digits, 0, Long.MAX_VALUE), e);
    }
  }

  private static int value(String text, int position) {
    char digit = text.charAt(position);
    int value = digit < VALUES.length ? VALUES[digit] : -1;
    if (value < 0) {
      throw malformed("have digits of " + DIGITS + " only", text, position);
    }
    if (position == 0 && value > HIGHEST) {
      throw malformed("begin with 0 to " + HIGHEST + ", as ids have 63 bits", text, position);
    }
    return value;
  }

  private static IllegalArgumentException malformed(String rule, String text, int position) {
    return new IllegalArgumentException(
        "id text must "
            + rule
            + ": position="
            + position
            + ", digit="
            + text.charAt(position)
            + ", text="
            + text);
  }
}
