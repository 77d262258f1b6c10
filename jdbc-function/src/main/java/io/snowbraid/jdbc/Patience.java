package io.snowbraid.jdbc;

import java.time.Duration;

/**
 * How long a caller waits for the database.
 *
 * @param whole from the call on, so also while all connections are in use
 * @param work of that, from the moment on when there is a connection
 * @param remedy what to do when the work took longer
 */
record Patience(Duration whole, Duration work, String remedy) {

  private static final String LOOK = "look at the database";
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  /** As long as pools wait for a connection, and a little more. */
  static final Patience CALL = of(Duration.ofSeconds(40));

  /**
   * Less where the database hangs, for a new try knows the present time. But a place in the queue
   * of a pool is not given up: whoever lines up again under load may never get a connection.
   */
  static final Patience GRANT = new Patience(CALL.whole(), Duration.ofSeconds(10), LOOK);

  /** Twice a statement's own: in some databases everybody waits behind this one. */
  static final Patience DDL =
      new Patience(
          Duration.ofSeconds(40),
          Duration.ofSeconds(10),
          "most likely an open transaction of another session is in the way: end it and try again");

  static Patience of(Duration time) {
    return new Patience(time, time, LOOK);
  }

  long wholeNanos() {
    return nanos(whole);
  }

  long workNanos() {
    return nanos(work);
  }

  private static long nanos(Duration time) {
    return time.compareTo(LONGEST) < 0 ? time.toNanos() : Long.MAX_VALUE;
  }
}
