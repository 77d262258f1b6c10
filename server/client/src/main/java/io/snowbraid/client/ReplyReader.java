package io.snowbraid.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the answers of the Redis protocol that an id server sends. */
final class ReplyReader {

  private static final int LONGEST_LINE = 4_096;
  private static final int BUFFER = 1 << 14;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int end;

  ReplyReader(InputStream in) {
    this.in = in;
  }

  /**
   * Reads a status answer.
   *
   * @throws ServerErrorException if the server rejected the request
   */
  void readStatus() throws IOException {
    int type = read();
    String line = line(type);
    if (type != '+') {
      throw unexpected(type, line);
    }
  }

  /**
   * Reads an array of numbers, sent as integers or strings, into an array from an index on.
   *
   * @throws ServerErrorException if the answer is anything else
   */
  void readNumbers(long[] target, int from, int count) throws IOException {
    int type = read();
    if (type != '*') {
      throw unexpected(type, line(type));
    }
    long length = integer();
    if (length != count) {
      throw ServerErrorException.garbage("it answered " + length + " ids instead of " + count);
    }
    for (int i = from; i < from + count; i++) {
      target[i] = number();
    }
  }

  private long number() throws IOException {
    int type = read();
    if (type == '$') {
      long length = integer();
      long number = integer();
      if (length != Long.toString(number).length()) {
        throw ServerErrorException.garbage("it answered a string of the wrong length");
      }
      return number;
    }
    if (type != ':') {
      throw unexpected(type, line(type));
    }
    return integer();
  }

  private long integer() throws IOException {
    int digit = read();
    if (!isDigit(digit)) {
      throw noNumber();
    }
    long value = 0;
    while (isDigit(digit)) {
      value = append(value, digit - '0');
      digit = read();
    }
    if (digit != '\r' || read() != '\n') {
      throw noNumber();
    }
    return value;
  }

  private static boolean isDigit(int next) {
    return next >= '0' && next <= '9';
  }

  private static long append(long value, int digit) throws ServerErrorException {
    if (value > (Long.MAX_VALUE - digit) / 10) {
      throw ServerErrorException.garbage("it answered a number above 2^63 - 1");
    }
    return value * 10 + digit;
  }

  private static ServerErrorException noNumber() {
    return ServerErrorException.garbage("it answered something other than a number");
  }

  private static ServerErrorException unexpected(int type, String line) {
    return type == '-'
        ? ServerErrorException.error(line)
        : ServerErrorException.garbage("it answered \"" + printable(type) + line + "\"");
  }

  private static String printable(int type) {
    return type > ' ' && type <= '~' ? Character.toString(type) : "?";
  }

  /** Reads the rest of a line, replacing unprintable characters. */
  private String line(int type) throws IOException {
    byte[] bytes = new byte[LONGEST_LINE];
    int length = 0;
    int next = type == '\n' ? type : read();
    while (next != '\n') {
      if (length == LONGEST_LINE) {
        throw ServerErrorException.garbage("it answered a line of more than 4096 bytes");
      }
      bytes[length++] = (byte) next;
      next = read();
    }
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    return text.strip().replaceAll("\\p{Cntrl}", "?");
  }

  private int read() throws IOException {
    if (position == end) {
      position = 0;
      end = Math.max(0, in.read(buffer));
      if (end == 0) {
        throw new EOFException("it closed the connection");
      }
    }
    return buffer[position++] & 0xff;
  }
}
