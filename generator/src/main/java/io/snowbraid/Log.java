package io.snowbraid;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /**
   * Warns, before this returns. While the process ends nothing else may come of it:
   * java.util.logging drops its handlers then, so the line goes where they would write it.
   */
  static void warnNow(String message, @Nullable Throwable cause) {
    if (isMute()) {
      String reason = cause == null ? "" : ": " + cause.getMessage();
      System.err.println("WARNING: " + message + reason.replaceAll("\\R", " "));
    } else {
      LOGGER.log(System.Logger.Level.WARNING, message, cause);
    }
  }

  private static boolean isMute() {
    Module finder = System.LoggerFinder.getLoggerFinder().getClass().getModule();
    return "java.logging".equals(finder.getName()) && isEnding();
  }

  /** Whether the process ends: then it takes no hooks. */
  static boolean isEnding() {
    try {
      Thread hook = new Thread(() -> {});
      Runtime.getRuntime().addShutdownHook(hook);
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
