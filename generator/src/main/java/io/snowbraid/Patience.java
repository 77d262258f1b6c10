package io.snowbraid;

import io.snowbraid.Choice.Blocked;
import io.snowbraid.Choice.Pace;
import java.time.Duration;

/**
 * How long one call waits for its generator's clock.
 *
 * <p>A wait is measured by a clock that never steps, so a wall clock that stands still or goes back
 * again cannot make it endless.
 */
final class Patience {

  /**
   * How long a clock may stand still while a burst waits for its next tick. Far beyond the
   * resolution of a working clock, so a burst fails only for a clock that hangs.
   */
  private static final Duration STANDSTILL = Duration.ofSeconds(1);

  private final TickClock clock;
  private final Duration maxWait;
  private final Waiter waiter;
  private final long begun;

  Patience(TickClock clock, Duration maxWait, Waiter waiter) {
    this.clock = clock;
    this.maxWait = maxWait;
    this.waiter = waiter;
    this.begun = waiter.nanoTime();
  }

  /**
   * Waits for what the rule asks for, if that is bearable.
   *
   * @throws ClockRollbackException if it is not
   * @throws WaitInterruptedException if the thread is interrupted
   */
  void await(Choice choice) {
    if (choice instanceof Pace pace) {
      await(pace);
    } else if (choice instanceof Blocked blocked) {
      await(blocked);
    }
  }

  /**
   * Waits for the next tick of a burst.
   *
   * @throws ClockRollbackException if the clock stands still
   * @throws WaitInterruptedException if the thread is interrupted
   */
  private void await(Pace pace) {
    Duration gap = clock.duration(pace.ticks());
    if (waited().compareTo(STANDSTILL.plus(gap)) >= 0) {
      throw new ClockRollbackException(
          "clock must run on while ids are issued: it has not reached the next tick for "
              + waited()
              + ", and all ticks up to the allowed lead are used up; check the clock source",
          gap,
          gap);
    }
    await(gap);
  }

  /**
   * Waits for the first lane that a clock which stepped back leaves free.
   *
   * @throws ClockRollbackException if that takes longer than the user allows
   * @throws WaitInterruptedException if the thread is interrupted
   */
  private void await(Blocked blocked) {
    Duration gap = clock.duration(blocked.ticks());
    Duration left = maxWait.minus(waited());
    if (gap.compareTo(left) > 0) {
      Duration behind = clock.duration(blocked.behind());
      throw new ClockRollbackException(
          "clock must not go back behind every lane: it stands "
              + behind
              + " behind its highest reading, and the first lane is free in "
              + gap
              + ", later than maxWait="
              + maxWait
              + " allows; set the clock right, wait, or take another worker",
          behind,
          gap);
    }
    await(gap);
  }

  /** How long the call has waited. */
  Duration waited() {
    return Duration.ofNanos(waiter.nanoTime() - begun);
  }

  private void await(Duration gap) {
    if (Thread.currentThread().isInterrupted()) {
      throw new WaitInterruptedException("the clock");
    }
    waiter.await(gap.toNanos());
  }
}
