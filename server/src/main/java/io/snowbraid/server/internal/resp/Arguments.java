package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.services.ErrorText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** The arguments of the request that is processed now. */
final class Arguments {

  private static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
  private static final int MAX_DIGITS = 18;

  private final RequestParser request;
  private final TagCache tags = new TagCache();

  Arguments(RequestParser request) {
    this.request = request;
  }

  /** Returns how many there are, with the name of the command. */
  int count() {
    return request.count();
  }

  byte[] bytes() {
    return request.bytes();
  }

  int start(int argument) {
    return request.start(argument);
  }

  int end(int argument) {
    return request.end(argument);
  }

  /** Returns an argument as text; bytes that are not UTF-8 are replaced. */
  String text(int argument) {
    int start = start(argument);
    return new String(bytes(), start, end(argument) - start, StandardCharsets.UTF_8);
  }

  /** Returns an argument for a message. */
  String shown(int argument) {
    return ErrorText.argument(bytes(), start(argument), end(argument));
  }

  /** Returns whether an argument is a word, in upper or lower case. */
  boolean is(int argument, String lowerCase) {
    int start = start(argument);
    if (end(argument) - start != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      byte b = bytes()[start + i];
      char letter = (char) (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b);
      if (letter != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns an argument as tag.
   *
   * @throws IllegalArgumentException if it is not UTF-8
   */
  String tag(int argument) {
    return tags.tag(bytes(), start(argument), end(argument));
  }

  /**
   * Returns an argument as number.
   *
   * @throws RequestException if it is none
   */
  long integer(int argument) {
    return integer(argument, NOT_AN_INTEGER);
  }

  /**
   * Returns an argument as number.
   *
   * @param error the answer if it is none
   * @throws RequestException if it is none
   */
  long integer(int argument, String error) {
    int start = start(argument);
    int end = end(argument);
    if (end - start > MAX_DIGITS) {
      return longInteger(argument, error);
    }
    boolean isNegative = end > start && bytes()[start] == '-';
    int first = isNegative ? start + 1 : start;
    long value = 0;
    for (int i = first; i < end; i++) {
      int digit = bytes()[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new RequestException(error);
      }
      value = value * 10 + digit;
    }
    if (first == end || (bytes()[first] == '0' && end - start > 1)) {
      throw new RequestException(error);
    }
    return isNegative ? -value : value;
  }

  private long longInteger(int argument, String error) {
    String text = shown(argument);
    if (text.matches("-?[1-9][0-9]{17,18}")) {
      BigInteger value = new BigInteger(text);
      if (value.bitLength() < Long.SIZE) {
        return value.longValue();
      }
    }
    throw new RequestException(error);
  }
}
