package io.snowbraid.server;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * What a line of the log has, whatever its format is.
 *
 * @param time ISO 8601 in UTC, with milliseconds
 * @param failure the stack trace; empty if there is none
 */
record LogLine(String time, String level, String logger, String message, String failure) {

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  static LogLine of(LogRecord log, Formatter formatter) {
    Instant time = log.getInstant();
    return new LogLine(
        MILLIS.format(time),
        log.getLevel().getName(),
        String.valueOf(log.getLoggerName()),
        DatabaseAddress.hideSecrets(String.valueOf(formatter.formatMessage(log))),
        log.getThrown() == null ? "" : stackTrace(log.getThrown()));
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    DatabaseAddress.hideSecrets(failure).printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
