package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log of this project from now on, which another thread writes. */
public final class CapturedLog extends Handler implements AutoCloseable {

  private final Logger logger = Logger.getLogger("io.snowbraid");
  private final BlockingQueue<LogRecord> lines = new LinkedBlockingQueue<>();

  public CapturedLog() {
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line);
  }

  /** Waits for a line; fails if none comes. */
  public void await(Predicate<LogRecord> condition) throws InterruptedException {
    LogRecord line = lines.poll(1, TimeUnit.MINUTES);
    while (line != null && !condition.test(line)) {
      line = lines.poll(1, TimeUnit.MINUTES);
    }
    assertThat(line).as("line of the log").isNotNull();
  }

  /** Returns the texts of the lines until now that were not awaited. */
  public List<String> texts() {
    return lines.stream().map(CapturedLog::text).toList();
  }

  public static String text(LogRecord line) {
    return new SimpleFormatter().formatMessage(line);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
