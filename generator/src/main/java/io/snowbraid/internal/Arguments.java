package io.snowbraid.internal;

import java.time.Duration;

/** Checks the ranges of arguments and settings, with one wording for all of them. */
public final class Arguments {

  private Arguments() {}

  /**
   * Rejects a number below its minimum.
   *
   * @param name what the caller calls the number
   * @param value the number
   * @param min the lowest allowed number
   * @return the number
   * @throws IllegalArgumentException if the number is lower
   */
  public static long atLeast(String name, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(below(name, value, min));
    }
    return value;
  }

  /**
   * Rejects a number out of its range.
   *
   * @param name what the caller calls the number
   * @param value the number
   * @param min the lowest allowed number
   * @param max the highest allowed number
   * @return the number
   * @throws IllegalArgumentException if the number is lower or higher
   */
  public static long between(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(outside(name, value, min, max));
    }
    return value;
  }

  /**
   * Rejects a value, such as a duration, below its minimum.
   *
   * @param <T> the type of the value
   * @param name what the caller calls the value
   * @param value the value
   * @param min the lowest allowed value
   * @return the value
   * @throws IllegalArgumentException if the value is lower
   */
  public static <T extends Comparable<? super T>> T atLeast(String name, T value, T min) {
    if (value.compareTo(min) < 0) {
      throw new IllegalArgumentException(below(name, value, min));
    }
    return value;
  }

  /**
   * Rejects a value, such as a duration, out of its range.
   *
   * @param <T> the type of the value
   * @param name what the caller calls the value
   * @param value the value
   * @param min the lowest allowed value
   * @param max the highest allowed value
   * @return the value
   * @throws IllegalArgumentException if the value is lower or higher
   */
  public static <T extends Comparable<? super T>> T between(String name, T value, T min, T max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(outside(name, value, min, max));
    }
    return value;
  }

  /**
   * Rejects a duration that is not more than 0.
   *
   * @param name what the caller calls the duration
   * @param value the duration
   * @return the duration
   * @throws IllegalArgumentException if the duration is 0 or negative
   */
  public static Duration positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be positive, but is " + text(value));
    }
    return value;
  }

  /**
   * Says that a value is below its minimum, for exceptions of other types and names that are
   * expensive to build.
   *
   * @param name what the caller calls the value
   * @param value the value
   * @param min the lowest allowed value
   * @return the text
   */
  public static String below(String name, Object value, Object min) {
    return name + " must be at least " + text(min) + ", but is " + text(value);
  }

  /**
   * Says that a value is out of its range, for exceptions of other types.
   *
   * @param name what the caller calls the value
   * @param value the value
   * @param min the lowest allowed value
   * @param max the highest allowed value
   * @return the text
   */
  public static String outside(String name, Object value, Object min, Object max) {
    return name + " must be between " + text(min) + " and " + text(max) + ", but is " + text(value);
  }

  private static Object text(Object value) {
    return value instanceof Duration duration ? Durations.text(duration) : value;
  }
}
