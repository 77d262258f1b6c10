package io.snowbraid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a generator at one moment, for metrics and health checks.
 *
 * @param time what its clock showed, in whole ticks; its last reading if it does not answer now
 * @param state whether the next call gets an id
 * @param worker the worker of the ids; -1 if none could be leased yet
 * @param rollback the rollback number of the latest id; 0 if there is none
 * @param timeline the timeline of the latest id; 0 if there is none
 * @param lastIdTime the time in the latest id; empty if none was issued under this worker
 * @param lead how far {@code lastIdTime} is ahead of {@code time}; zero if it is not ahead
 * @param grantedUntil the latest time that the next ids may carry without another write to the
 *     store; empty if nothing was ever granted
 * @param grantAge how long ago the store last recorded a grant, by the steady clock; empty if there
 *     is no grant, or if the worker was released
 * @param issued about how many ids the generator has issued. It is read from the sequence blocks,
 *     so that counting costs a call nothing. Each call that is under way while the clock moves to
 *     another tick can make it one too high or too low. It never decreases
 * @param storeFailure why the store did not answer the last request; empty if it did
 * @param warnings what the worker source noticed and an operator should look at, one sentence each;
 *     empty if all is well
 */
public record SnowflakeStatus(
    Instant time,
    State state,
    int worker,
    int rollback,
    int timeline,
    Optional<Instant> lastIdTime,
    Duration lead,
    Optional<Instant> grantedUntil,
    Optional<Duration> grantAge,
    long issued,
    Optional<RuntimeException> storeFailure,
    List<String> warnings) {

  /**
   * Returns how long ids could still be issued without the store.
   *
   * @return the time up to {@link #grantedUntil}, negative if that has passed; empty if {@code
   *     grantedUntil} is
   */
  public Optional<Duration> grantRemaining() {
    return grantedUntil.map(until -> Duration.between(time, until));
  }

  /** Whether a call gets an id. */
  public enum State {
    /** It gets one; at the end of a long burst, after a wait of one tick. */
    READY,
    /** A grant is needed first. If there is no {@link #storeFailure}, it can be expected. */
    GRANT_NEEDED,
    /** The clock is before every lane: the call waits, or fails if the wait would be too long. */
    CLOCK_BEHIND,
    /** The clock throws, or has not answered a call for more than a second. */
    CLOCK_FAILED,
    /** The clock is past the end of the layout. */
    EXHAUSTED,
    /** The record of the worker is lost, and the generator issues no more ids. */
    STOPPED,
    /** The generator is closed. */
    CLOSED
  }
}
