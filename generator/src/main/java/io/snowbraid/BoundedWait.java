package io.snowbraid;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.lane.LaneDecision;
import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.WaitForTick;
import java.time.Duration;

/**
 * Bounds how long one call waits for its generator's clock and store.
 *
 * <p>A wait is measured by the steady clock, so a wall clock that stands still or steps back again
 * cannot make it endless. It consists of slices; the rule is asked after each, because the clock
 * may have been corrected or the generator closed.
 */
final class BoundedWait {

  private static final Duration SLICE = Duration.ofMillis(20);

  /**
   * How long a clock may stand still while a burst waits for its next tick. This is far longer than
   * the resolution of a working clock, so a burst fails only if the clock hangs.
   */
  private static final Duration STANDSTILL = Duration.ofSeconds(1);

  private final TickClock clock;
  private final Duration maxWait;
  private final MonotonicTime monotonic;
  private final long begun;
  private Duration spentOnStore = Duration.ZERO;
  private boolean askedStore;
  private boolean triedOtherWorker;

  BoundedWait(TickClock clock, Duration maxWait, MonotonicTime monotonic) {
    this.clock = clock;
    this.maxWait = maxWait;
    this.monotonic = monotonic;
    this.begun = monotonic.nanoTime();
  }

  /**
   * Waits one slice for the store.
   *
   * @param needsGrant whether a check of the record is not enough
   * @throws LeaseLostException if it does not give a grant, or not in time
   * @throws GeneratorStoppedException if it never will
   * @throws WaitInterruptedException if the thread is interrupted
   */
  void await(GrantRequests store, boolean needsGrant) {
    Duration left = left();
    Duration slice = Durations.min(left, SLICE);
    boolean isAnswered = store.await(needsGrant, slice);
    if (!isAnswered) {
      spentOnStore = spentOnStore.plus(slice);
    }
    boolean isFirst = !askedStore;
    askedStore = true;
    boolean isOver = left().isZero() || left().isNegative();
    if (isOver && !(isAnswered && isFirst)) { // a late answer counts only the first time
      throw store.lost(needsGrant, "the store did not answer within maxWait=" + maxWait, null);
    }
  }

  private Duration left() {
    return maxWait.minus(waited());
  }

  /**
   * Waits one slice for what the rule asks for, if the whole wait is allowed.
   *
   * @throws ClockRollbackException if it is too long, and the store has no better worker
   * @throws WaitInterruptedException if the thread is interrupted
   */
  void await(LaneDecision decision, GrantRequests store) {
    if (decision instanceof WaitForTick waitForTick) {
      await(waitForTick);
    } else if (decision instanceof AllLanesAhead blocked) {
      await(blocked, store);
    }
  }

  /**
   * Waits for the next tick of a burst.
   *
   * @throws ClockStalledException if the clock does not move
   * @throws WaitInterruptedException if the thread is interrupted
   */
  private void await(WaitForTick waitForTick) {
    Duration gap = clock.duration(waitForTick.ticks());
    if (waited().compareTo(STANDSTILL.plus(gap)) >= 0) {
      throw new ClockStalledException(
          "clock has not moved while ids were issued: it has not reached the next tick for "
              + Durations.text(waited())
              + ", and all ticks up to the allowed lead are used up; check the clock source",
          gap);
    }
    await(gap);
  }

  /** Waits for the first lane to become free after the clock stepped back. */
  private void await(AllLanesAhead blocked, GrantRequests store) {
    Duration gap = clock.duration(blocked.ticks());
    boolean isBearable = gap.compareTo(maxWait) <= 0 && left().compareTo(Duration.ZERO) > 0;
    if (isBearable) {
      await(gap);
    } else if (triedOtherWorker) {
      throw tooLong(blocked, gap);
    } else {
      triedOtherWorker = true;
      store.awaitOtherWorker(Durations.min(maxWait, SLICE));
    }
  }

  private ClockRollbackException tooLong(AllLanesAhead blocked, Duration gap) {
    Duration behind = clock.duration(blocked.behind());
    return new ClockRollbackException(
        "every lane is ahead of the clock: it is "
            + Durations.text(behind)
            + " behind the lane in use, and the first lane is free in "
            + Durations.text(gap)
            + ", later than maxWait="
            + maxWait
            + " allows; correct the clock, wait, or use another worker",
        behind,
        gap);
  }

  /** Returns how long the call has waited. */
  Duration waited() {
    return Duration.ofNanos(monotonic.nanoTime() - begun).plus(spentOnStore);
  }

  private void await(Duration gap) {
    if (Thread.currentThread().isInterrupted()) {
      throw new WaitInterruptedException("the clock");
    }
    Duration slice = Durations.min(gap, SLICE);
    monotonic.await(slice.toNanos());
  }
}
