package io.snowbraid;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Warnings of generators, written in a thread of their own: a logger that is slow, hangs or throws
 * must hold up neither a call for an id nor the renewal of a grant.
 */
final class Log {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private static final Mailbox<Consumer<System.Logger>> WRITER =
      new Mailbox<>("log", line -> line.accept(LOGGER), Scheduler.SHARED);

  private Log() {}

  /**
   * Warns.
   *
   * @param format a pattern of {@link java.text.MessageFormat}
   * @param values what it is filled with, as they are now and without separators in numbers
   */
  static void warn(String format, Object... values) {
    Object[] texts = Arrays.stream(values).map(String::valueOf).toArray();
    WRITER.post(logger -> logger.log(System.Logger.Level.WARNING, format, texts));
  }

  /** Warns of a failure. */
  static void warn(String message, Throwable cause) {
    WRITER.post(logger -> logger.log(System.Logger.Level.WARNING, message, cause));
  }
}
