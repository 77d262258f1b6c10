package io.snowbraid.layout;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses and prints the text form of a layout, described in {@link Layout}. */
final class LayoutText {

  private static final List<String> KEYS =
      List.of(
          "base", "time", "rollback", "timeline", "worker", "sequence", "tail", "epoch", "tick");

  private static final int FINGERPRINT_BYTES = 8;

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
        + rest(layout, layout.tailBits());
  }

  static String print(DecimalLayout layout) {
    return "base=10,time="
        + layout.timeDigits()
        + ",sequence="
        + layout.sequenceDigits()
        + ",worker="
        + layout.workerDigits()
        + rest(layout, layout.tailDigits());
  }

  private static String rest(Layout layout, int tail) {
    return (tail == 0 ? "" : ",tail=" + tail)
        + ",epoch="
        + layout.epoch()
        + ",tick="
        + layout.tick();
  }

  /**
   * Returns the fingerprint, which is the same for equal layouts, because they have the same text
   * form.
   */
  static String fingerprint(Layout layout) {
    byte[] text = layout.toString().getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must have SHA-256", e);
    }
  }

  static Layout parse(String text) {
    return text.indexOf('=') < 0 ? Layouts.named(text) : parseFields(text);
  }

  private static Layout parseFields(String text) {
    Map<String, String> fields = split(text);
    return builder(fields.getOrDefault("base", "2"))
        .time(value(text, fields, "time", null, Integer::parseInt))
        .rollback(value(text, fields, "rollback", "0", Integer::parseInt))
        .timeline(value(text, fields, "timeline", "0", Integer::parseInt))
        .worker(value(text, fields, "worker", "0", Integer::parseInt))
        .sequence(value(text, fields, "sequence", null, Integer::parseInt))
        .tail(value(text, fields, "tail", "0", Integer::parseInt))
        .epoch(value(text, fields, "epoch", null, Instant::parse))
        .tick(value(text, fields, "tick", "PT0.001S", Duration::parse))
        .build();
  }

  private static LayoutBuilder builder(String base) {
    return switch (base) {
      case "2" -> Layout.builder();
      case "10" -> Layout.decimalBuilder();
      default ->
          throw new IllegalArgumentException(
              "base must be 2 (bits) or 10 (decimal digits), but is " + base);
    };
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
        throw malformed("field must be set only once", key, text);
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
      throw new IllegalArgumentException(key + " must be " + kind(key) + ", but is " + value, e);
    }
  }

  private static String kind(String key) {
    return switch (key) {
      case "epoch" -> "an instant such as 2025-01-01T00:00:00Z";
      case "tick" -> "an ISO-8601 duration such as PT0.001S";
      default -> "a number of bits or digits";
    };
  }

  private static IllegalArgumentException malformed(String rule, String key, String text) {
    return new IllegalArgumentException(rule + ": '" + key + "' in layout \"" + text + "\"");
  }
}
