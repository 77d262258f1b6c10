package io.snowbraid.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Logs for generators on a separate thread. A logger that is slow, hangs or throws must not delay
 * calls for ids or the renewal of grants.
 */
public final class Log {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** The most lines that may wait for a slow logger; further ones are lost. */
  private static final int CAPACITY = 10_000;

  private static final Threads WRITER = Threads.serial("snowbraid-log-", CAPACITY);

  /**
   * The thread that logs lines. Lines that the logger itself causes are dropped, to prevent a loop.
   */
  private static volatile @Nullable Thread writing;

  private Log() {}

  /**
   * Logs a warning.
   *
   * @param format a pattern of {@link java.text.MessageFormat}
   * @param values the pattern's values, converted to text immediately, so that numbers have no
   *     separators
   */
  public static void warn(String format, Object... values) {
    log(System.Logger.Level.WARNING, format, values);
  }

  /**
   * Logs information that an operator requested.
   *
   * @param format a pattern of {@link java.text.MessageFormat}
   * @param values the pattern's values, converted to text immediately
   */
  public static void info(String format, Object... values) {
    log(System.Logger.Level.INFO, format, values);
  }

  private static void log(System.Logger.Level level, String format, Object... values) {
    attempt(
        () -> {
          Object[] texts = Arrays.stream(values).map(Log::text).toArray();
          post(() -> LOGGER.log(level, format, texts));
        });
  }

  /**
   * Returns an object's text, even if its code throws.
   *
   * @param value a value, possibly of foreign code
   * @return its text
   */
  public static String text(Object value) {
    try {
      return value.toString();
    } catch (Throwable e) {
      return value.getClass().getName() + ", whose text failed";
    }
  }

  private static void post(Runnable line) {
    if (writing != Thread.currentThread()) {
      WRITER.execute(
          () -> {
            writing = Thread.currentThread();
            attempt(line);
          });
    }
  }

  /** Ignores everything that a logger throws, so that the caller can continue. */
  private static void attempt(Runnable logging) {
    try {
      logging.run();
    } catch (Throwable e) {
      System.err.println("WARNING: a line of io.snowbraid could not be logged: " + e.getClass());
    }
  }

  /**
   * Logs a warning about a failure.
   *
   * @param message the line
   * @param cause the failure
   */
  public static void warn(String message, Throwable cause) {
    attempt(() -> post(() -> LOGGER.log(System.Logger.Level.WARNING, message, cause)));
  }

  /**
   * Returns a failure's message, even if its code throws.
   *
   * @param failure thrown by foreign code
   * @return its message
   */
  public static String text(Throwable failure) {
    try {
      return String.valueOf(failure.getMessage());
    } catch (Throwable e) {
      return failure.getClass().getName() + ", whose message failed";
    }
  }

  /**
   * Returns a failure's message on one line.
   *
   * @param failure thrown by foreign code
   * @return its message, without line breaks
   */
  public static String line(Throwable failure) {
    return text(failure).replaceAll("\\s*\\R\\s*", " ");
  }

  /**
   * Logs a warning before returning. During JVM shutdown, a message that waits for another thread
   * may be lost. Because java.util.logging drops its handlers then, the line is written directly to
   * their destination.
   *
   * @param message the line
   * @param cause the failure; null if there is none
   */
  public static void warnNow(String message, @Nullable Throwable cause) {
    attempt(() -> write(message, cause));
  }

  private static void write(String message, @Nullable Throwable cause) {
    String line = cause == null ? message : message + ": " + line(cause);
    if (isMute()) {
      System.err.println("WARNING: " + line);
    } else if (isEnding()) {
      LOGGER.log(System.Logger.Level.WARNING, line); // the caller's location is meaningless here
    } else {
      LOGGER.log(System.Logger.Level.WARNING, message, cause);
    }
  }

  private static boolean isMute() {
    Module finder = System.LoggerFinder.getLoggerFinder().getClass().getModule();
    boolean isOwnManager = System.getProperty("java.util.logging.manager") != null;
    return "java.logging".equals(finder.getName()) && !isOwnManager && isEnding();
  }

  /**
   * Returns whether the JVM is shutting down.
   *
   * @return true once shutdown hooks are no longer accepted
   */
  public static boolean isEnding() {
    try {
      Thread hook = new Thread(() -> {});
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
