package io.snowbraid;

import java.time.Duration;

/** Notices when the wall clock moves otherwise than a clock that never steps. */
final class ClockJumps {

  /** What the slewing of a clock in a long pause may come to. */
  private static final Duration NOTABLE = Duration.ofSeconds(10);

  private final TickClock clock;
  private final Waiter steady;
  private final Announcer announcer;
  private long lastTick;
  private long lastNanos;

  ClockJumps(TickClock clock, Waiter steady, Announcer announcer) {
    this.clock = clock;
    this.steady = steady;
    this.announcer = announcer;
    this.lastTick = clock.read();
    this.lastNanos = steady.nanoTime();
  }

  /** Reports a jump since the last look: one wrong reading must not use lanes up unseen. */
  void look() {
    long tick = clock.read();
    long nanos = steady.nanoTime();
    Duration jump = clock.duration(tick - lastTick).minusNanos(nanos - lastNanos);
    lastTick = tick;
    lastNanos = nanos;
    if (jump.abs().compareTo(NOTABLE) > 0) {
      announcer.jumped(jump);
    }
  }
}
