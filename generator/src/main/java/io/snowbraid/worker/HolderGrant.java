package io.snowbraid.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the record of a holder that is presumed alive says of its clock.
 *
 * @param worker the worker
 * @param owner the name of its holder
 * @param lastTicks for each lane the last tick that is granted, -1 if none
 * @param expiresAt when the holder would be presumed dead, by the store's clock
 */
public record HolderGrant(int worker, String owner, List<Long> lastTicks, Instant expiresAt) {

  /** No layout has this tick, so a record with it is damaged. */
  private static final long NO_TICK = 1L << 48;

  /**
   * Estimates how far the holder's clock is ahead of the store's. A grant reaches one horizon past
   * the holder's clock, and the record expires one horizon past the store's. Lanes that were left
   * by a step of the clock say nothing, so the lane with the smallest difference counts; in a burst
   * the estimate is too high by {@code maxLead} at most.
   *
   * @param epoch the time of tick 0
   * @param tick how long a tick is
   * @return the difference, negative if the holder's clock is behind; empty if nothing is granted
   */
  public Optional<Duration> clockOffset(Instant epoch, Duration tick) {
    return lastTicks.stream()
        .filter(last -> last >= 0 && last < NO_TICK)
        .map(last -> Duration.between(expiresAt, epoch.plus(tick.multipliedBy(last))))
        .min(Comparator.comparing(Duration::abs));
  }
}
