package io.snowbraid.jdbc.internal;

import io.snowbraid.IdParts;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times as text, for databases that have no type for an instant. */
public final class UtcTimestamp {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private UtcTimestamp() {}

  /**
   * Formats the time of an id as databases read it.
   *
   * @param parts the fields of an id
   * @return a text such as {@code 2026-01-31 12:00:00.123}, in UTC
   */
  public static String of(IdParts parts) {
    return FORMAT.format(parts.time());
  }
}
