package io.snowbraid.jdbc.internal;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads settings that are durations. */
public final class DurationSetting {

  private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})(ms|s|m|h)");

  private DurationSetting() {}

  /**
   * Reads a setting.
   *
   * @param name the name of the setting
   * @param value a duration, or its text, such as {@code 90s}
   * @return the duration
   * @throws IllegalArgumentException if it is not a duration
   */
  public static Duration read(String name, Object value) {
    if (value instanceof Duration duration) {
      return duration;
    }
    String text = value.toString().strip();
    Matcher simple = SIMPLE.matcher(text.toLowerCase(Locale.ROOT));
    try {
      return simple.matches() ? simple(simple) : Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "%s must be a duration such as 500ms, 90s, 5m or PT1M30S: %s=%s"
              .formatted(name, name, value),
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
