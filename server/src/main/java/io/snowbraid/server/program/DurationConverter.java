package io.snowbraid.server.program;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h} and {@code 7d}. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  @Override
  public Duration convert(String text) {
    Matcher matcher = TEXT.matcher(text);
    ChronoUnit unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new TypeConversionException(
          "'" + text + "' is not a number with one of the units ms, s, m, h and d, such as 10s");
    }
    return Duration.of(Long.parseLong(matcher.group(1)), unit);
  }
}
