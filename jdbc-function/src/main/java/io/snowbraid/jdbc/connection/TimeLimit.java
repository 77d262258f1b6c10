package io.snowbraid.jdbc.connection;

import java.time.Duration;

/**
 * Limits how long a caller waits for the database.
 *
 * @param whole the limit of the call, including the waits for a place and for a connection
 * @param work the limit from the moment when there is a connection
 * @param remedy what to do if the work takes longer
 */
public record TimeLimit(Duration whole, Duration work, String remedy) {

  private static final String CHECK = "check the database";

  /** Slightly longer than pools wait for a connection. */
  public static final TimeLimit CALL = of(Duration.ofSeconds(40));

  /**
   * A shorter limit for the work, because a new attempt plans with the present time. But a place in
   * the queue of a pool is not given up: a caller that queues again under load may never get a
   * connection.
   */
  public static final TimeLimit GRANT = new TimeLimit(CALL.whole(), Duration.ofSeconds(10), CHECK);

  /**
   * A limit below the usual leases of servers, so that a call that hangs does not cost the lease.
   */
  public static final TimeLimit RENEWAL = of(Duration.ofSeconds(5));

  /** Twice the limit of a statement, because in some databases all others queue after this one. */
  public static final TimeLimit DDL =
      new TimeLimit(
          Duration.ofSeconds(40),
          Duration.ofSeconds(10),
          "end the transaction of the session that probably blocks it, and retry");

  public static TimeLimit of(Duration time) {
    return new TimeLimit(time, time, CHECK);
  }
}
