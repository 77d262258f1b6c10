package io.snowbraid.server;

import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Writes a line of text: time, level and message. A stack trace follows in further lines. */
final class TextLogFormatter extends Formatter {

  @Override
  public String format(LogRecord log) {
    LogLine line = LogLine.of(log, this);
    return line.time() + " " + line.level() + " " + line.message() + "\n" + line.failure();
  }
}
