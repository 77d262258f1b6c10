package io.snowbraid.internal;

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
   * Says that a value is below its minimum, for exceptions of other types and names that are
   * expensive to build.
   *
   * @param name what the caller calls the value
   * @param value the value
   * @param min the lowest allowed value
   * @return the text
   */
  public static String below(String name, Object value, Object min) {
    return name + " must be at least " + min + ", but is " + value;
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
    return name + " must be between " + min + " and " + max + ", but is " + value;
  }
}
