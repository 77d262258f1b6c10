package io.snowbraid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a generator stood at one moment, for metrics and health checks.
 *
 * @param time what its clock showed, in whole ticks
 * @param state whether the next call gets an id
 * @param worker the worker of the ids
 * @param rollback the rollback number of the latest id; 0 if there is none
 * @param timeline the timeline of the latest id; 0 if there is none
 * @param lastIdTime the time in the latest id; empty if none was issued under this worker
 * @param lead how far that is ahead of {@code time}; zero if it is not ahead
 * @param grantedUntil the latest time that the next ids may carry without another write to the
 *     store
 * @param grantAge how long ago the store last recorded a grant, by a clock that never steps; empty
 *     if the worker needs no grants or is given back
 * @param issued about how many ids the generator has issued. It is read off the positions of the
 *     sequences, so that no call pays for it: each call under way while the clock moves on to
 *     another tick can make it one too high or too low. It never falls
 * @param storeFailure why the store did not answer when it was last asked; empty if it did
 * @param warnings what the source of workers noticed and an operator should look at, a sentence for
 *     each; empty if all is well
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
   * Tells how long ids could go on without the store.
   *
   * @return the time up to {@link #grantedUntil}, negative if that has passed; empty if the worker
   *     needs no grants
   */
  public Optional<Duration> grantRemaining() {
    return grantedUntil.map(until -> Duration.between(time, until));
  }

  /** Whether a call gets an id. */
  public enum State {
    /** It gets one, at the end of a long burst after a wait of a tick. */
    READY,
    /** The store is asked for a grant first. Without {@link #storeFailure} it can be expected. */
    GRANT_NEEDED,
    /** The clock is behind every lane: the call waits, or fails if that would take too long. */
    CLOCK_BEHIND,
    /** The clock is past the end of the layout. */
    EXHAUSTED,
    /** The generator is closed. */
    CLOSED
  }
}
