package io.snowbraid;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * For how long ids may be issued without another look at the worker's record, which may be deleted
 * under a running process. Its generator confines it to a lock.
 */
final class RecordCheck {

  private boolean isNeeded;
  private long dueNanos;
  private boolean issuedSince;

  /** Whether the record has to be looked at before the next id. */
  boolean isDue(long nanos) {
    return isNeeded && nanos - dueNanos > 0;
  }

  /** Ids are issued. */
  void issued() {
    issuedSince = true;
  }

  /**
   * The record was there.
   *
   * @param interval how long that suffices; empty if the grant alone decides
   * @param nanos when the look at it began, by the monotonic clock
   * @return whether ids were issued since the last time
   */
  boolean passed(Optional<Duration> interval, long nanos) {
    boolean issued = issuedSince;
    issuedSince = false;
    isNeeded = interval.isPresent();
    dueNanos = nanos + Durations.nanos(interval.orElse(Duration.ZERO));
    return issued;
  }
}
