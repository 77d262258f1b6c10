package io.snowbraid;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The text form of a layout, as {@link Layout} describes it. */
final class LayoutText {

  private static final List<String> KEYS =
      List.of("time", "rollback", "timeline", "worker", "sequence", "tail", "epoch", "tick");

  private LayoutText() {}

  static String print(BitLayout layout) {
    return "time="
        + layout.timeBits()
        + ",rollback="
        + layout.rollbackBits()
        + ",timeline="
        + layout.timelineBits()
        + ",worker="
        + layout.workerBits()
        + ",sequence="
        + layout.sequenceBits()
        + (layout.tailBits() == 0 ? "" : ",tail=" + layout.tailBits())
        + ",epoch="
        + layout.epoch()
        + ",tick="
        + layout.tick();
  }

  static BitLayout parse(String text) {
    Map<String, String> fields = split(text);
    return new BitLayout(
        value(text, fields, "time", null, Integer::parseInt),
        value(text, fields, "rollback", "0", Integer::parseInt),
        value(text, fields, "timeline", "0", Integer::parseInt),
        value(text, fields, "worker", "0", Integer::parseInt),
        value(text, fields, "sequence", null, Integer::parseInt),
        value(text, fields, "tail", "0", Integer::parseInt),
        value(text, fields, "epoch", null, Instant::parse),
        value(text, fields, "tick", "PT0.001S", Duration::parse));
  }

  private static Map<String, String> split(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : text.split(",", -1)) {
      int equals = field.indexOf('=');
      String key = equals < 0 ? field.strip() : field.substring(0, equals).strip();
      if (equals < 0 || !KEYS.contains(key)) {
        throw malformed("field must be key=value with a key of " + KEYS, key, text);
      }
      if (fields.put(key, field.substring(equals + 1).strip()) != null) {
        throw malformed("field must be given once", key, text);
      }
    }
    return fields;
  }

  private static <T> T value(
      String text,
      Map<String, String> fields,
      String key,
      @Nullable String otherwise,
      Function<String, T> reader) {
    String value = fields.getOrDefault(key, otherwise);
    if (value == null) {
      throw malformed("field is required", key, text);
    }
    try {
      return reader.apply(value);
    } catch (NumberFormatException | DateTimeException e) {
      throw new IllegalArgumentException(
          key + " must be " + kind(key) + ": " + key + "=" + value, e);
    }
  }

  private static String kind(String key) {
    return switch (key) {
      case "epoch" -> "an instant such as 2025-01-01T00:00:00Z";
      case "tick" -> "an ISO-8601 duration such as PT0.001S";
      default -> "a number of bits";
    };
  }

  private static IllegalArgumentException malformed(String rule, String key, String text) {
    return new IllegalArgumentException(rule + ": '" + key + "' in layout \"" + text + "\"");
  }
}
