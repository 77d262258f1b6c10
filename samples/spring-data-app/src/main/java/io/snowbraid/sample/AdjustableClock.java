package io.snowbraid.sample;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The system's clock, set wrong by as much as one likes. */
final class AdjustableClock implements InstantSource {

  private final AtomicLong offsetMillis = new AtomicLong();

  /** Makes the clock jump; back if the duration is negative. */
  void step(Duration step) {
    offsetMillis.addAndGet(step.toMillis());
  }

  @Override
  public Instant instant() {
    return Instant.now().plusMillis(offsetMillis.get());
  }
}
