package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.services.ErrorText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Parses requests in place, and returns the arguments of the last one.
 *
 * <p>A request is an array of bulk strings, or a line of words without quotes. An incomplete
 * request is parsed again from its start once more bytes have arrived. Not thread-safe.
 */
final class RequestParser {

  /** Returned by {@link #number} if the line is incomplete. */
  private static final long INCOMPLETE = Long.MIN_VALUE;

  private static final int MAX_LENGTH_DIGITS = 10;

  private static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  /** The replacement for bytes that are not UTF-8. */
  private static final String REPLACEMENT = "\uFFFD";

  private final int maxBytes;
  private final int[] starts;
  private final int[] ends;

  private byte[] bytes = new byte[0];
  private int limit;
  private int position;
  private int cursor;
  private int count;

  /**
   * Creates a parser.
   *
   * @param maxArguments the most arguments of a request, including the command name
   * @param maxBytes the longest request in bytes
   */
  RequestParser(int maxArguments, int maxBytes) {
    this.maxBytes = maxBytes;
    this.starts = new int[maxArguments];
    this.ends = new int[maxArguments];
  }

  /** Sets the bytes to parse. */
  void read(byte[] source, int from, int to) {
    bytes = source;
    position = from;
    limit = to;
    count = 0;
  }

  /** Returns the start of the next request. */
  int position() {
    return position;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the number of arguments, including the command name; at least 1. */
  int count() {
    return count;
  }

  int start(int argument) {
    return starts[argument];
  }

  int end(int argument) {
    return ends[argument];
  }

  /**
   * Parses the next request, skipping empty ones.
   *
   * @return false if no complete request is left
   * @throws ProtocolException if the bytes are not a request, or the request is too large
   */
  boolean next() throws ProtocolException {
    while (position < limit) {
      int begin = position;
      boolean isComplete = bytes[begin] == '*' ? readArray() : readLine();
      if ((isComplete ? position : limit) - begin > maxBytes) {
        throw new ProtocolException("too big request");
      }
      if (!isComplete) {
        return false;
      }
      if (count > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean readArray() throws ProtocolException {
    cursor = position + 1;
    long wanted = number("invalid multibulk length");
    if (wanted == INCOMPLETE) {
      return false;
    }
    if (wanted > starts.length) {
      throw new ProtocolException("invalid multibulk length");
    }
    for (int i = 0; i < wanted; i++) {
      if (!readBulk(i)) {
        return false;
      }
    }
    count = (int) Math.max(0, wanted);
    position = cursor;
    return true;
  }

  private boolean readBulk(int argument) throws ProtocolException {
    if (cursor == limit) {
      return false;
    }
    if (bytes[cursor] != '$') {
      throw new ProtocolException("expected '$', got '" + shown(bytes[cursor]) + "'");
    }
    cursor++;
    long length = number("invalid bulk length");
    if (length == INCOMPLETE) {
      return false;
    }
    if (length < 0 || length > maxBytes) {
      throw new ProtocolException("invalid bulk length");
    }
    int end = cursor + (int) length;
    if (limit - end < 2) {
      return false;
    }
    if (bytes[end] != '\r' || bytes[end + 1] != '\n') {
      throw new ProtocolException("expected a line break after a bulk string");
    }
    starts[argument] = cursor;
    ends[argument] = end;
    cursor = end + 2;
    return true;
  }

  private long number(String rule) throws ProtocolException {
    int at = cursor;
    boolean isNegative = at < limit && bytes[at] == '-';
    int first = isNegative ? at + 1 : at;
    at = first;
    long value = 0;
    while (at < limit && bytes[at] >= '0' && bytes[at] <= '9') {
      if (at - first == MAX_LENGTH_DIGITS) {
        throw new ProtocolException(rule);
      }
      value = value * 10 + (bytes[at] - '0');
      at++;
    }
    if (at < limit && (at == first || bytes[at] != '\r')) {
      throw new ProtocolException(rule);
    }
    if (limit - at < 2) {
      return INCOMPLETE;
    }
    if (bytes[at + 1] != '\n') {
      throw new ProtocolException(rule);
    }
    cursor = at + 2;
    return isNegative ? -value : value;
  }

  private boolean readLine() throws ProtocolException {
    int end = position;
    while (end < limit && bytes[end] != '\n') {
      end++;
    }
    if (end == limit) {
      return false;
    }
    splitLine(end);
    position = end + 1;
    return true;
  }

  private void splitLine(int end) throws ProtocolException {
    count = 0;
    int start = position;
    for (int at = position; at <= end; at++) {
      byte b = bytes[at];
      if (b == '"' || b == '\'') {
        throw new ProtocolException("inline commands must not contain quotes; use redis-cli");
      }
      if (b == ' ' || (b >= '\t' && b <= '\r')) {
        if (at > start) {
          addWord(start, at);
        }
        start = at + 1;
      }
    }
  }

  private void addWord(int start, int end) throws ProtocolException {
    if (count == starts.length) {
      throw new ProtocolException("too many arguments");
    }
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  private static String shown(byte b) {
    return b > ' ' && b < 127 ? String.valueOf((char) b) : "\\x%02x".formatted(b & 0xff);
  }

  /** Returns an argument as text; bytes that are not UTF-8 are replaced. */
  String text(int argument) {
    int start = start(argument);
    return new String(bytes, start, end(argument) - start, StandardCharsets.UTF_8);
  }

  /** Returns an argument for a message. */
  String shown(int argument) {
    return ErrorText.argument(bytes, start(argument), end(argument));
  }

  /** Returns whether an argument is a given word, in any case. */
  boolean is(int argument, String lowerCase) {
    int start = start(argument);
    if (end(argument) - start != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      byte b = bytes[start + i];
      char letter = (char) (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b);
      if (letter != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns an argument as a tag.
   *
   * @throws IllegalArgumentException if the argument is not UTF-8
   */
  String tag(int argument) {
    String tag = text(argument);
    if (tag.contains(REPLACEMENT)) {
      throw new IllegalArgumentException("tag must be UTF-8: tag=" + shown(argument));
    }
    return tag;
  }

  /**
   * Returns an argument as an integer.
   *
   * @throws RequestException if the argument is not an integer
   */
  long integer(int argument) {
    return integer(argument, NOT_AN_INTEGER);
  }

  /**
   * Returns an argument as an integer.
   *
   * @param error the answer if the argument is not an integer
   * @throws RequestException if the argument is not an integer
   */
  long integer(int argument, String error) {
    String text = text(argument);
    if (INTEGER.matcher(text).matches()) {
      BigInteger value = new BigInteger(text);
      if (value.bitLength() < Long.SIZE) {
        return value.longValue();
      }
    }
    throw new RequestException(error);
  }
}
