package io.snowbraid.worker;

import java.time.Duration;
import java.util.Objects;

/**
 * What a generator says when it asks for a worker.
 *
 * @param layout the text form of the layout; a namespace has one layout for ever
 * @param workers how many workers the layout has
 * @param lanes how many lanes the layout has
 * @param tick the present tick by the generator's clock, negative before the layout's epoch
 * @param horizon for how long ahead it will ask for grants; a holder that has recorded nothing for
 *     so long, by the store's own clock, may be taken for dead
 * @param owner who it is, for people: a host or pod
 */
public record WorkerClaim(
    String layout, int workers, int lanes, long tick, Duration horizon, String owner) {

  /**
   * Checks a claim.
   *
   * @param layout not null
   * @param workers at least 1
   * @param lanes at least 1
   * @param tick any number
   * @param horizon more than 0
   * @param owner not null
   * @throws IllegalArgumentException if a number is out of range
   */
  public WorkerClaim {
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(owner, "owner");
    if (workers < 1 || lanes < 1 || horizon.isNegative() || horizon.isZero()) {
      throw new IllegalArgumentException(
          "workers, lanes and horizon must be > 0: workers="
              + workers
              + ", lanes="
              + lanes
              + ", horizon="
              + horizon);
    }
  }

  /**
   * Tells whether a worker can issue ids at once. Sources prefer those that can; after a crash the
   * lanes of a worker may be granted beyond the present.
   *
   * @param lastTicks for each lane of the worker the last tick on which an id may have been issued
   * @return whether some lane is behind the present tick
   */
  public boolean canStart(long[] lastTicks) {
    for (long last : lastTicks) {
      if (last < tick) {
        return true;
      }
    }
    return false;
  }
}
