package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.services.ErrorText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes answers into an array that each turn reuses. Not thread-safe.
 *
 * <p>Types that only version 3 of the protocol has are encoded as their counterparts in version 2,
 * unless version 3 was set.
 */
final class Replies {

  private static final int MAX_DIGITS = 20;

  /** Larger arrays are not kept. */
  private static final int MAX_KEPT = 1 << 20;

  private static final byte[] OK = ascii("+OK\r\n");
  private static final byte[] NULL_2 = ascii("$-1\r\n");
  private static final byte[] NULL_3 = ascii("_\r\n");

  /** A buffer for a number whose length must precede it, filled from the end. */
  private final byte[] digits = new byte[MAX_DIGITS];

  private byte[] bytes = new byte[8192];
  private int size;
  private boolean isVersion3;

  /** Discards all encoded answers, and sets the protocol version: 2 or 3. */
  void begin(int version) {
    if (bytes.length > MAX_KEPT) {
      bytes = new byte[8192];
    }
    size = 0;
    version(version);
  }

  void version(int version) {
    isVersion3 = version == 3;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void ok() {
    raw(OK);
  }

  void simple(String text) {
    line('+', text);
  }

  /**
   * Adds an error.
   *
   * @param text the code, a space and what is wrong, from any source; it is turned into one line
   */
  void error(String text) {
    line('-', ErrorText.line(text));
  }

  /** Replaces everything encoded since a position with an error. */
  void replaceSince(int position, String text) {
    size = position;
    error(text);
  }

  void nullReply() {
    raw(isVersion3 ? NULL_3 : NULL_2);
  }

  void integer(long value) {
    reserve(MAX_DIGITS + 3);
    bytes[size++] = ':';
    putNumber(value);
    putLineEnd();
  }

  void integers(long[] values) {
    array(values.length);
    for (long value : values) {
      integer(value);
    }
  }

  /** Adds an array of numbers as strings. */
  void texts(long[] values) {
    array(values.length);
    for (long value : values) {
      text(value);
    }
  }

  /** Adds a number as a string. */
  void text(long value) {
    int from = encode(value, digits, MAX_DIGITS);
    bulk('$', digits, from, MAX_DIGITS);
  }

  void text(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    text(encoded, 0, encoded.length);
  }

  /** Adds a text for people. */
  void verbatim(String value) {
    if (isVersion3) {
      byte[] encoded = ("txt:" + value).getBytes(StandardCharsets.UTF_8);
      bulk('=', encoded, 0, encoded.length);
    } else {
      text(value);
    }
  }

  void text(byte[] source, int from, int to) {
    bulk('$', source, from, to);
  }

  private void bulk(char type, byte[] source, int from, int to) {
    header(type, to - from);
    reserve(to - from + 2);
    System.arraycopy(source, from, bytes, size, to - from);
    size += to - from;
    putLineEnd();
  }

  void array(int length) {
    header('*', length);
  }

  void set(int length) {
    header(isVersion3 ? '~' : '*', length);
  }

  void entry(String key, String value) {
    text(key);
    text(value);
  }

  void entry(String key, long value) {
    text(key);
    integer(value);
  }

  /** Starts a map, followed by alternating keys and values. */
  void map(int entries) {
    header(isVersion3 ? '%' : '*', isVersion3 ? entries : 2 * entries);
  }

  private void header(char type, int length) {
    reserve(MAX_DIGITS + 3);
    bytes[size++] = (byte) type;
    putNumber(length);
    putLineEnd();
  }

  private void line(char type, String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    reserve(encoded.length + 3);
    bytes[size++] = (byte) type;
    raw(encoded);
    putLineEnd();
  }

  private void raw(byte[] encoded) {
    reserve(encoded.length + 2);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
  }

  private void putLineEnd() {
    bytes[size] = '\r';
    bytes[size + 1] = '\n';
    size += 2;
  }

  private void putNumber(long value) {
    int end = size + MAX_DIGITS;
    int from = encode(value, bytes, end);
    System.arraycopy(bytes, from, bytes, size, end - from);
    size += end - from;
  }

  /** Writes a number that ends at a position, and returns its start. */
  private static int encode(long value, byte[] target, int end) {
    int at = end;
    long rest = value;
    do {
      target[--at] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    } while (rest != 0);
    if (value < 0) {
      target[--at] = '-';
    }
    return at;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
