package io.snowbraid.server.program;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** How lines of the log are written; none of them shows a secret. */
public enum LogFormat {
  /** Time, level and message. A stack trace follows in further lines. */
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
      StringWriter text = new StringWriter();
      try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
        json.writeStartObject();
        json.writeStringProperty("time", time(log));
        json.writeStringProperty("level", log.getLevel().getName());
        json.writeStringProperty("logger", String.valueOf(log.getLoggerName()));
        json.writeStringProperty("message", message);
        if (!failure.isEmpty()) {
          json.writeStringProperty("failure", failure);
        }
        json.writeEndObject();
      }
      return text.append('\n').toString();
    }
  };

  private static final JsonFactory FACTORY = new JsonFactory();

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /**
   * Returns what is written.
   *
   * @param failure the stack trace; empty if there is none
   */
  abstract String text(LogRecord log, String message, String failure);

  public Formatter formatter() {
    return new Formatter() {
      @Override
      public String format(LogRecord log) {
        return text(
            log, DatabaseAddress.hideSecrets(String.valueOf(formatMessage(log))), stackTrace(log));
      }
    };
  }

  /** Returns when a line was logged: ISO 8601 in UTC, with milliseconds. */
  private static String time(LogRecord log) {
    return MILLIS.format(log.getInstant());
  }

  private static String stackTrace(LogRecord log) {
    if (log.getThrown() == null) {
      return "";
    }
    StringWriter text = new StringWriter();
    DatabaseAddress.hideSecrets(log.getThrown()).printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
