package io.snowbraid.server.program;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.server.internal.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** The format of log lines. No format shows secrets. */
public enum LogFormat {
  /** Time, level and message. The stack trace of an unexpected failure follows. */
  TEXT {
    @Override
    String text(LogRecord log, String message, String failure) {
      return time(log) + " " + log.getLevel().getName() + " " + message + "\n" + failure;
    }
  },
  /** A JSON object per line, with the stack trace as text. */
  JSON {
    @Override
    String text(LogRecord log, String message, String failure) {
      return """
      {"time":"%s","level":"%s","logger":%s,"message":%s%s}
      """
          .formatted(
              time(log),
              log.getLevel().getName(),
              Json.text(String.valueOf(log.getLoggerName())),
              Json.text(message),
              failure.isEmpty() ? "" : ",\"failure\":" + Json.text(failure));
    }
  };

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /**
   * Returns the text to write.
   *
   * @param failure the stack trace of an unexpected failure; otherwise empty
   */
  abstract String text(LogRecord log, String message, String failure);

  public Formatter formatter() {
    return new Formatter() {
      @Override
      public String format(LogRecord log) {
        Throwable thrown = log.getThrown();
        boolean isExplained = thrown instanceof SnowbraidException;
        String message = String.valueOf(formatMessage(log));
        String explained = isExplained ? withCauses(message, thrown) : message;
        return text(
            log, forOperators(explained), thrown == null || isExplained ? "" : stackTrace(thrown));
      }
    };
  }

  /** Hides secrets, and names commands instead of methods. */
  static String forOperators(String message) {
    return AcceptMoveCommand.nameIn(DatabaseAddress.hideSecrets(message));
  }

  /** Adds the messages of a failure and its causes that add something to a text. */
  static String withCauses(String text, Throwable failure) {
    StringBuilder all = new StringBuilder(text);
    Causes.of(failure)
        .map(cause -> String.valueOf(cause.getMessage()))
        .filter(more -> all.indexOf(more) < 0)
        .forEachOrdered(more -> all.append(", cause=").append(more));
    return all.toString();
  }

  /** Formats a message that is not part of the log, such as the announcement of a port. */
  String line(Level level, String text) {
    if (this == TEXT) {
      return forOperators(text);
    }
    LogRecord log = new LogRecord(level, text);
    log.setLoggerName(ProcessLog.LOGGER);
    return formatter().format(log).strip();
  }

  /** Returns the time of a log line: ISO 8601 in UTC, with milliseconds. */
  private static String time(LogRecord log) {
    return MILLIS.format(log.getInstant());
  }

  static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    DatabaseAddress.hideSecrets(failure).printStackTrace(new PrintWriter(text, true));
    return AcceptMoveCommand.nameIn(text.toString());
  }
}
