package io.snowbraid.jdbc.connection;

import io.snowbraid.internal.Durations;
import java.time.Duration;

/**
 * How long a caller waits for the database.
 *
 * @param whole from the call on, so also while all connections are in use
 * @param work of that, from the moment on when there is a connection
 * @param remedy what to do when the work took longer
 */
public record TimeLimit(Duration whole, Duration work, String remedy) {

  private static final String LOOK = "look at the database";

  /** As long as pools wait for a connection, and a little more. */
  public static final TimeLimit CALL = of(Duration.ofSeconds(40));

  /**
   * Less where the database hangs, for a new try knows the present time. But a place in the queue
   * of a pool is not given up: whoever lines up again under load may never get a connection.
   */
  public static final TimeLimit GRANT = new TimeLimit(CALL.whole(), Duration.ofSeconds(10), LOOK);

  /** Twice a statement's own: in some databases everybody waits behind this one. */
  public static final TimeLimit DDL =
      new TimeLimit(
          Duration.ofSeconds(40),
          Duration.ofSeconds(10),
          "most likely an open transaction of another session is in the way: end it and try again");

  public static TimeLimit of(Duration time) {
    return new TimeLimit(time, time, LOOK);
  }

  public long wholeNanos() {
    return Durations.nanos(whole);
  }

  public long workNanos() {
    return Durations.nanos(work);
  }
}
