package io.snowbraid.shardingsphere;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Properties that are lengths of time, written as in the other settings of Snowbraid. */
final class Durations {

  private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})(ms|s|m|h)");

  private Durations() {}

  /**
   * Reads a property.
   *
   * @throws IllegalArgumentException if it is no duration
   */
  static Duration read(KeyProperty property, String text) {
    Matcher simple = SIMPLE.matcher(text.toLowerCase(Locale.ROOT));
    try {
      return simple.matches() ? simple(simple) : Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "%1$s must be a duration such as 500ms, 90s, 5m or PT1M30S: %1$s=%2$s"
              .formatted(property, text),
          e);
    }
  }

  private static Duration simple(Matcher text) {
    long number = Long.parseLong(text.group(1));
    return switch (text.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
