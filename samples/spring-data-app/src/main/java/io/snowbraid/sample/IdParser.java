package io.snowbraid.sample;

import io.snowbraid.layout.IdText;

/** Parses an id in any form that people may paste. */
final class IdParser {

  private static final String HEX = "0x";

  private IdParser() {}

  /**
   * Parses an id.
   *
   * @param text a decimal number, a hexadecimal one after {@code 0x}, or the 13 characters of
   *     {@link IdText}
   * @throws IllegalArgumentException if it is none of these, or negative
   */
  static long read(String text) {
    String id = text.strip();
    try {
      if (id.regionMatches(true, 0, HEX, 0, HEX.length())) {
        return notNegative(Long.parseUnsignedLong(id.substring(HEX.length()), 16), text);
      }
      return id.matches("-?\\d+") ? notNegative(Long.parseLong(id), text) : IdText.parse(id);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("id must be a number of at most 63 bits: id=" + text, e);
    }
  }

  private static long notNegative(long id, String text) {
    if (id < 0) {
      throw new IllegalArgumentException("id must be at least 0, but is " + text);
    }
    return id;
  }
}
