package io.snowbraid.jdbc;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Keeps the lines of a logger. */
public final class LogCapture extends Handler {

  private final List<String> lines;

  public LogCapture(List<String> lines) {
    this.lines = lines;
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(new SimpleFormatter().formatMessage(line));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
