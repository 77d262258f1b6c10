package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.server.internal.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** The format of log lines. No format shows secrets. */
public enum LogFormat {
  /** Time, level and message. A stack trace follows on further lines. */
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
   * @param failure the stack trace; empty if there is none
   */
  abstract String text(LogRecord log, String message, String failure);

  public Formatter formatter() {
    KnownTraces known = new KnownTraces();
    return new Formatter() {
      @Override
      public String format(LogRecord log) {
        return text(
            log,
            AcceptMoveCommand.nameIn(
                DatabaseAddress.hideSecrets(String.valueOf(formatMessage(log)))),
            known.shortened(stackTrace(log), log.getInstant()));
      }
    };
  }

  /** Formats a message for programs that read the output, such as the announcement of a port. */
  String announcement(String text) {
    if (this == TEXT) {
      return text;
    }
    LogRecord log = new LogRecord(Level.INFO, text);
    log.setLoggerName(ProcessLog.LOGGER);
    return formatter().format(log).strip();
  }

  /**
   * The stack traces of the last hour. A store that fails for long repeats its trace every minute.
   */
  private static final class KnownTraces {

    private static final int MAX = 100;
    private static final Duration AGE = Duration.ofHours(1);

    private final Map<Integer, Instant> seen = new LinkedHashMap<>();

    /** Returns a trace, or only its first line if it was written recently. */
    synchronized String shortened(String trace, Instant now) {
      if (trace.isEmpty()) {
        return trace;
      }
      seen.values().removeIf(time -> time.plus(AGE).isBefore(now));
      Instant before = seen.get(trace.hashCode());
      if (before != null) {
        return trace.lines().findFirst().orElseThrow()
            + " (its stack trace was logged at "
            + MILLIS.format(before)
            + ")\n";
      }
      if (seen.size() < MAX) {
        seen.put(trace.hashCode(), now);
      }
      return trace;
    }
  }

  /** Returns the time of a log line: ISO 8601 in UTC, with milliseconds. */
  private static String time(LogRecord log) {
    return MILLIS.format(log.getInstant());
  }

  private static String stackTrace(LogRecord log) {
    if (log.getThrown() == null) {
      return "";
    }
    StringWriter text = new StringWriter();
    DatabaseAddress.hideSecrets(log.getThrown()).printStackTrace(new PrintWriter(text, true));
    return AcceptMoveCommand.nameIn(text.toString());
  }
}
