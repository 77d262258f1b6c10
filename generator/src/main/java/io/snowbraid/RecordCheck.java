package io.snowbraid;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * Tracks how long ids may be issued before the worker's record is checked again, because the record
 * may be deleted under a running process. Guarded by its generator's lock.
 */
final class RecordCheck {

  private boolean isNeeded;
  private long dueNanos;
  private boolean issuedSince;

  /** Returns whether the record has to be checked before the next id. */
  boolean isDue(long nanos) {
    return isNeeded && nanos - dueNanos > 0;
  }

  /** Notes that ids are issued. */
  void issued() {
    issuedSince = true;
  }

  /**
   * Notes that the record was there.
   *
   * @param interval how long this check is valid; empty if only the grant limits ids
   * @param nanos when the check began, by the steady clock
   * @return whether ids were issued since the last check
   */
  boolean passed(Optional<Duration> interval, long nanos) {
    boolean issued = issuedSince;
    issuedSince = false;
    isNeeded = interval.isPresent();
    dueNanos = nanos + Durations.nanos(interval.orElse(Duration.ZERO));
    return issued;
  }
}
