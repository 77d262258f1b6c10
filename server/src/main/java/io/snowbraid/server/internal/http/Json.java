package io.snowbraid.server.internal.http;

import tools.jackson.core.io.JsonStringEncoder;

/** Writes JSON. */
public final class Json {

  private Json() {}

  /** Returns a quoted string. */
  public static String text(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    return out.append('"').toString();
  }

  /** Returns an array of strings, because JavaScript would round the numbers. */
  static String texts(long[] numbers) {
    StringBuilder out = new StringBuilder(numbers.length * 22 + 2).append('[');
    for (int i = 0; i < numbers.length; i++) {
      out.append(i == 0 ? "\"" : ",\"").append(numbers[i]).append('"');
    }
    return out.append(']').toString();
  }

  public static String numbers(long[] numbers) {
    return "[" + joined(numbers) + "]";
  }

  /** Returns numbers separated by commas. */
  public static String joined(long[] numbers) {
    StringBuilder out = new StringBuilder(numbers.length * 20 + 2);
    for (int i = 0; i < numbers.length; i++) {
      if (i > 0) {
        out.append(',');
      }
      out.append(numbers[i]);
    }
    return out.toString();
  }
}
