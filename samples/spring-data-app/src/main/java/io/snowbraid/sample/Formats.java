package io.snowbraid.sample;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats numbers and times for the pages. */
final class Formats {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private Formats() {}

  /** Formats the absolute value of a duration in its two largest units, rounded to seconds. */
  static String length(Duration duration) {
    Duration length = duration.abs().plusMillis(500).truncatedTo(ChronoUnit.SECONDS);
    List<String> parts = new ArrayList<>();
    add(parts, length.toDays(), "d");
    add(parts, length.toHoursPart(), "h");
    add(parts, length.toMinutesPart(), "min");
    add(parts, length.toSecondsPart(), "s");
    if (parts.isEmpty()) {
      return duration.abs().toMillis() + " ms";
    }
    return String.join(" ", parts.subList(0, Math.min(2, parts.size())));
  }

  private static void add(List<String> parts, long count, String unit) {
    if (count > 0) {
      parts.add(count + " " + unit);
    }
  }

  /** Describes a failure in one line. */
  static String problem(Exception e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
  }

  static String format(String template, Object... values) {
    return String.format(Locale.ENGLISH, template, values);
  }

  static String time(Instant time) {
    return TIME.format(time);
  }

  static String lane(int rollback, int timeline) {
    return rollback == 0
        ? "timeline " + timeline
        : "timeline " + timeline + ", rollback " + rollback;
  }
}
