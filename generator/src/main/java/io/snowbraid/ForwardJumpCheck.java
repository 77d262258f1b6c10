package io.snowbraid;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The store's clock as a witness: a machine that slept finds it moved on as far as its own. A
 * constant difference between the two is no leap.
 */
final class ForwardJumpCheck {

  private @Nullable Duration offset;

  /** Takes the present difference of the clocks for the true one. */
  void agree(Optional<Instant> storeTime, Instant clock) {
    storeTime.ifPresent(time -> offset = Duration.between(time, clock));
  }

  /** Whether the clock leapt forward and the store's did not. */
  boolean denies(Optional<Instant> storeTime, Instant clock) {
    return offset != null && storeTime.isPresent() && isForwardJump(storeTime.get(), clock);
  }

  private boolean isForwardJump(Instant storeTime, Instant clock) {
    Duration moved = Duration.between(storeTime, clock).minus(offset);
    return moved.compareTo(TrustedClock.TOLERANCE) > 0;
  }
}
