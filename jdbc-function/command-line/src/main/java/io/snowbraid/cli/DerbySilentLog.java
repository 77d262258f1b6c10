package io.snowbraid.cli;

import java.io.OutputStream;

/** Discards Derby's log, which Derby would otherwise write to a file in the current folder. */
public final class DerbySilentLog {

  private DerbySilentLog() {}

  /** Tells Derby to use this class, unless the user has set something else. */
  static void setUp() {
    String property = "derby.stream.error.method";
    System.setProperty(
        property, System.getProperty(property, DerbySilentLog.class.getName() + ".output"));
  }

  /**
   * Called by Derby.
   *
   * @return a stream that discards everything
   */
  public static OutputStream output() {
    return OutputStream.nullOutputStream();
  }
}
