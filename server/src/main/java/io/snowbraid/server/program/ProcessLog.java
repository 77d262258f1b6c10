package io.snowbraid.server.program;

import io.snowbraid.internal.Log;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** The log of a server process: writes {@link System.Logger} messages to standard error. */
final class ProcessLog {

  static final String LOGGER = "io.snowbraid.server";

  /** Logs each stalled connection; the server itself limits such lines. */
  private static final Logger NETTY_TLS = Logger.getLogger("io.netty.handler.ssl.SslHandler");

  private ProcessLog() {}

  /** Sets the format unless the user has configured java.util.logging. */
  static void format(LogFormat format) {
    if (System.getProperty("java.util.logging.config.file") != null) {
      return;
    }
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler console = new ConsoleHandler();
    console.setFormatter(format.formatter());
    root.addHandler(console);
    NETTY_TLS.setLevel(Level.SEVERE);
  }

  static void info(String line) {
    System.getLogger(LOGGER).log(System.Logger.Level.INFO, line);
  }

  static void warn(String line) {
    System.getLogger(LOGGER).log(System.Logger.Level.WARNING, line);
  }

  /**
   * Keeps its handlers during JVM shutdown, which is logged, too. Internal: public only because the
   * JDK must load it by name.
   */
  public static final class LastingManager extends LogManager {

    /** Called by the JDK. */
    public LastingManager() {}

    @Override
    public void reset() {
      if (!Log.isEnding()) {
        super.reset();
      }
    }
  }
}
