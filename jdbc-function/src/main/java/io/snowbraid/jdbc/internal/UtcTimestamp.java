package io.snowbraid.jdbc.internal;

import io.snowbraid.layout.IdParts;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats and parses times as text, for databases without a type for instants. */
public final class UtcTimestamp {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Accepts the databases' formats, a date alone, and an optional ISO 8601 offset. */
  private static final DateTimeFormatter PARSER =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd[ HH:mm[:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendPattern("]][XXX]")
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private UtcTimestamp() {}

  /**
   * Formats an id's time as databases read it.
   *
   * @param parts the id's fields
   * @return a text such as {@code 2026-01-31 12:00:00.123}, in UTC
   */
  public static String of(IdParts parts) {
    return FORMAT.format(parts.time());
  }

  /**
   * Parses a time.
   *
   * @param text a text in the format of {@link #of}, in UTC unless it ends with an offset; the
   *     seconds and the time of day are optional
   * @return the instant
   * @throws SQLException if the text is not a time
   */
  public static Instant parse(String text) throws SQLException {
    try {
      return PARSER.parse(text.replace('T', ' '), OffsetDateTime::from).toInstant();
    } catch (DateTimeException e) {
      throw noTime(text, e);
    }
  }

  /**
   * Returns the failure for a value that is not a time.
   *
   * @param value the value as text
   * @param cause the parser's failure, or null
   * @return an exception to throw
   */
  public static SQLException noTime(String value, @Nullable DateTimeException cause) {
    return new SQLException(
        "time must be a text such as 2026-01-31 12:00:00.123, but is " + value, "22007", cause);
  }
}
