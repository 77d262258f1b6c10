package io.snowbraid.cli;

import java.io.OutputStream;

/** Where Derby's log goes; else it makes a file of it in the current folder. */
public final class DerbySilentLog {

  private DerbySilentLog() {}

  /** Makes Derby use it, unless the user has set something else. */
  static void setUp() {
    String property = "derby.stream.error.method";
    System.setProperty(
        property, System.getProperty(property, DerbySilentLog.class.getName() + ".output"));
  }

  /**
   * Called by Derby.
   *
   * @return a stream that keeps nothing
   */
  public static OutputStream output() {
    return OutputStream.nullOutputStream();
  }
}
