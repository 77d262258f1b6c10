package io.snowbraid.internal;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Provides conversions that {@link Duration} lacks. */
public final class Durations {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int HALF_A_SECOND = 500;

  private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");

  private Durations() {}

  /**
   * Parses a duration that a person has typed.
   *
   * @param text a number with a unit, such as {@code 500ms}, {@code 90s}, {@code 5m}, {@code 2h} or
   *     {@code 1d}, or an ISO 8601 duration
   * @return the duration
   * @throws DateTimeParseException if the text is neither
   */
  public static Duration parse(String text) {
    Matcher simple = SIMPLE.matcher(text.toLowerCase(Locale.ROOT));
    if (!simple.matches()) {
      return Duration.parse(text);
    }
    long number = Long.parseLong(simple.group(1));
    return switch (simple.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /**
   * Converts a duration to nanoseconds.
   *
   * @param duration any
   * @return its nanoseconds; {@link Long#MAX_VALUE} from 292 years on
   */
  public static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) { // practically unlimited
      return Long.MAX_VALUE;
    }
  }

  /**
   * Returns the shorter of two durations.
   *
   * @param one any
   * @param other any
   * @return the shorter one
   */
  public static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Returns the longer of two durations.
   *
   * @param one any
   * @param other any
   * @return the longer one
   */
  public static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /**
   * Formats a duration for messages: {@code 5 h 59 min 54 s}, {@code 1.001 s} or {@code 20 ms}.
   * From one minute on, it is rounded to seconds, otherwise to milliseconds.
   *
   * @param duration any
   * @return its text, with units
   */
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(negated(duration));
    }
    return duration.compareTo(MINUTE) < 0 ? seconds(duration) : parts(rounded(duration));
  }

  /**
   * Negates a duration. The longest negative duration, which has no opposite, is first shortened by
   * one second.
   */
  private static Duration negated(Duration duration) {
    return duration.toSeconds() == Long.MIN_VALUE
        ? Duration.ofSeconds(Long.MAX_VALUE)
        : duration.negated();
  }

  private static String seconds(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.toNanos(), 9).setScale(3, RoundingMode.HALF_UP);
    return seconds.compareTo(BigDecimal.ONE) < 0
        ? seconds.movePointRight(3).toPlainString() + " ms"
        : seconds.stripTrailingZeros().toPlainString() + " s";
  }

  private static Duration rounded(Duration duration) {
    boolean up = duration.toMillisPart() >= HALF_A_SECOND && duration.toSeconds() < Long.MAX_VALUE;
    return Duration.ofSeconds(duration.toSeconds() + (up ? 1 : 0));
  }

  private static String parts(Duration duration) {
    return Stream.of(
            part(duration.toDaysPart(), "d"),
            part(duration.toHoursPart(), "h"),
            part(duration.toMinutesPart(), "min"),
            part(duration.toSecondsPart(), "s"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String part(long number, String unit) {
    return number == 0 ? "" : number + " " + unit;
  }
}
