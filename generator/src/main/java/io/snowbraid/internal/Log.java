package io.snowbraid.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Logs the lines of generators in a thread of its own. A logger that is slow, hangs or throws must
 * not delay a call for an id or the renewal of a grant.
 */
public final class Log {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** How many lines may wait for a logger that is slow; others are lost. */
  private static final int CAPACITY = 10_000;

  private static final Threads WRITER = Threads.serial("snowbraid-log-", CAPACITY);

  /** Logs lines. What a logger causes itself is not logged, which might never end. */
  private static volatile @Nullable Thread writing;

  private Log() {}

  /**
   * Logs a warning.
   *
   * @param format a pattern of {@link java.text.MessageFormat}
   * @param values the values for the pattern, converted to text now, so that numbers have no
   *     separators
   */
  public static void warn(String format, Object... values) {
    log(System.Logger.Level.WARNING, format, values);
  }

  /**
   * Logs what an operator asked to see.
   *
   * @param format a pattern of {@link java.text.MessageFormat}
   * @param values the values for the pattern, converted to text now
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
   * Returns the text of an object, whatever its code does.
   *
   * @param value a value, which may be foreign code
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

  /** Whatever a logger throws, the caller has other work. */
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
   * Returns the message of a failure, whatever its code does.
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
   * Returns the message of a failure on one line.
   *
   * @param failure thrown by foreign code
   * @return its message, without line breaks
   */
  public static String line(Throwable failure) {
    return text(failure).replaceAll("\\s*\\R\\s*", " ");
  }

  /**
   * Logs a warning before this returns. While the process ends, a message that waits for another
   * thread may be lost. java.util.logging then drops its handlers, so the line goes to where they
   * would write it.
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
      LOGGER.log(System.Logger.Level.WARNING, line); // where it was called from says nothing then
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
   * Returns whether the process is ending: then it accepts no shutdown hooks.
   *
   * @return whether it is
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
