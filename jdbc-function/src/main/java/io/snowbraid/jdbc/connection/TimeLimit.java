package io.snowbraid.jdbc.connection;

import java.time.Duration;

/**
 * Limits how long a caller waits for the database.
 *
 * @param whole the limit of the call, including waits for a free place and a connection
 * @param work the limit from the time the connection is available
 * @param remedy what to do if the work takes longer
 */
public record TimeLimit(Duration whole, Duration work, String remedy) {

  private static final String CHECK = "check the database";

  /** Slightly longer than pools wait for a connection. */
  public static final TimeLimit CALL = of(Duration.ofSeconds(40));

  /**
   * Limits the work to less, because a retry plans with the current time. The limit for getting a
   * connection stays: under load, a caller that loses its place in the pool's queue may never get
   * one.
   */
  public static final TimeLimit GRANT = new TimeLimit(CALL.whole(), Duration.ofSeconds(10), CHECK);

  /** Shorter than servers' usual leases, so that a hanging call does not cost the lease. */
  public static final TimeLimit RENEWAL = of(Duration.ofSeconds(5));

  /**
   * Twice the statement timeout, because in some databases all other statements queue behind this
   * one.
   */
  public static final TimeLimit DDL =
      new TimeLimit(
          Duration.ofSeconds(40),
          Duration.ofSeconds(10),
          "end the transaction of the session that probably blocks it, and retry");

  public static TimeLimit of(Duration time) {
    return new TimeLimit(time, time, CHECK);
  }
}
