package io.snowbraid.spring;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test sets it forward or back. */
final class ManualClock implements InstantSource {

  private final AtomicReference<Instant> time =
      new AtomicReference<>(Instant.now().truncatedTo(ChronoUnit.MILLIS));

  void move(Duration duration) {
    time.updateAndGet(now -> now.plus(duration));
  }

  @Override
  public Instant instant() {
    return time.get();
  }
}
