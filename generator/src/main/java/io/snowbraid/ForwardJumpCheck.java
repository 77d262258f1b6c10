package io.snowbraid;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares a forward jump of the clock with the store's clock: if the machine slept, the store's
 * clock has moved as far. A constant difference between the two is not a jump.
 */
final class ForwardJumpCheck {

  private @Nullable Duration offset;

  /** Accepts the present difference between the clocks as normal. */
  void agree(Optional<Instant> storeTime, Instant clock) {
    storeTime.ifPresent(time -> offset = Duration.between(time, clock));
  }

  /** Returns whether the clock jumped forward and the store's clock did not. */
  boolean denies(Optional<Instant> storeTime, Instant clock) {
    return offset != null && storeTime.isPresent() && isForwardJump(storeTime.get(), clock);
  }

  private boolean isForwardJump(Instant storeTime, Instant clock) {
    Duration moved = Duration.between(storeTime, clock).minus(offset);
    return moved.compareTo(TrustedClock.TOLERANCE) > 0;
  }
}
