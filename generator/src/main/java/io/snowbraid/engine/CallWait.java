package io.snowbraid.engine;

import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.lane.LaneDecision;
import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import io.snowbraid.lane.LaneDecision.WaitForTick;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Does all waiting of one call: for the clock, the store, or another worker. All waits share one
 * {@link Deadline}, which starts with the first. After each slice the rule is applied again,
 * because the clock may have been corrected or the generator closed.
 */
final class CallWait {

  /**
   * How long the clock may stand still while a burst waits for its next tick. This far exceeds the
   * resolution of a working clock, so a burst fails only if the clock hangs.
   */
  private static final Duration STANDSTILL = Duration.ofSeconds(1);

  private final GrantRequester requester;
  private final TickClock ticks;
  private final Duration maxWait;
  private final MonotonicTime monotonic;

  private @Nullable Deadline deadline;
  private @Nullable CompletableFuture<Void> request;
  private boolean hasWaited;
  private boolean hasRequestedGrant;
  private boolean hasRequestedWorker;

  /**
   * The reading that the clock must pass for a burst to continue, and how long it may stay there.
   */
  private long standingAt;

  private @Nullable Deadline standstill;

  /** The highest reading during the burst. */
  private long highest = Long.MIN_VALUE;

  CallWait(GeneratorConfig config, TickClock ticks, GrantRequester requester) {
    this.requester = requester;
    this.ticks = ticks;
    this.maxWait = config.maxWait();
    this.monotonic = config.monotonicTime();
  }

  boolean hasWaited() {
    return hasWaited;
  }

  /** Returns the time since the call started to wait; zero if it has not waited. */
  Duration waited() {
    return deadline == null ? Duration.ZERO : deadline.elapsed();
  }

  private Deadline deadline() {
    if (deadline == null) {
      deadline = Deadline.after(maxWait, monotonic);
    }
    return deadline;
  }

  /**
   * Waits one slice for what the decision requires.
   *
   * @throws SnowbraidException if the deadline has passed, or if waiting is pointless
   */
  void await(TimedDecision timed) {
    hasWaited = true;
    LaneDecision decision = timed.decision();
    if (decision instanceof GrantNeeded) {
      awaitGrant();
    } else if (decision instanceof AllLanesAhead blocked) {
      awaitLane(blocked, timed.reading());
    } else if (decision instanceof WaitForTick next) {
      awaitTick(next, timed.reading());
    }
  }

  private void awaitGrant() {
    if (hasRequestedGrant && deadline().isOver()) {
      throw requester.timeout(maxWait);
    }
    hasRequestedGrant = true;
    if (awaitRound() && request != null && request.isCompletedExceptionally()) {
      throw requester.refusal(cause(request));
    }
  }

  private static Throwable cause(CompletableFuture<Void> failed) {
    return failed.handle((none, cause) -> cause).join();
  }

  /**
   * Waits a slice for the requested grant, and requests one if none is pending. Returns whether the
   * request is complete.
   */
  private boolean awaitRound() {
    if (request == null || request.isDone()) {
      request = requester.requestGrant();
    }
    if (request == null) { // the rate limit is exceeded
      awaitSlice("the store");
      return false;
    }
    try {
      return deadline().awaitSlice(request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the store");
    }
  }

  /** Waits for the first lane to become free, or for another worker. */
  private void awaitLane(AllLanesAhead blocked, long reading) {
    Duration gap = ticks.duration(blocked.ticks());
    if (gap.compareTo(maxWait) <= 0 && !deadline().isOver()) {
      awaitClock(Durations.nanos(gap));
    } else if (hasRequestedWorker && (deadline().isOver() || isGrantedWithoutChange())) {
      throw tooLong(blocked, gap, reading);
    } else {
      awaitOtherWorker();
    }
  }

  private boolean isGrantedWithoutChange() {
    return request != null && request.isDone() && !request.isCompletedExceptionally();
  }

  private void awaitOtherWorker() {
    hasRequestedWorker = true;
    if (awaitRound() && !isGrantedWithoutChange()) { // the store failed, and may recover
      awaitSlice("the store");
    }
  }

  private void awaitClock(long nanos) {
    requireNotInterrupted("the clock");
    deadline().awaitSlice(nanos);
  }

  private void awaitSlice(String awaited) {
    requireNotInterrupted(awaited);
    deadline().awaitSlice();
  }

  private static void requireNotInterrupted(String awaited) {
    if (Thread.currentThread().isInterrupted()) {
      throw new WaitInterruptedException(awaited);
    }
  }

  private ClockRollbackException tooLong(AllLanesAhead blocked, Duration gap, long reading) {
    Duration behind = ticks.duration(blocked.behind());
    if (reading < 0) {
      return new ClockRollbackException(
          "clock is at "
              + ticks.start(reading)
              + ", before the layout's epoch, "
              + ticks.start(0)
              + "; correct the clock, or use a layout with an earlier epoch",
          behind,
          gap);
    }
    return new ClockRollbackException(
        "every lane is ahead of the clock: the clock is "
            + Durations.text(behind)
            + " behind the current lane, and the first lane becomes usable in "
            + Durations.text(gap)
            + ", which exceeds maxWait="
            + Durations.text(maxWait)
            + "; correct the clock, or wait",
        behind,
        gap);
  }

  /**
   * Waits for the next tick of a burst. While the clock advances, that tick is certain to come, so
   * the wait does not count. While the clock is behind its highest reading, the wait does count.
   */
  private void awaitTick(WaitForTick next, long reading) {
    Duration gap = ticks.duration(next.ticks());
    if (standstill == null || reading != standingAt) {
      standingAt = reading;
      standstill = Deadline.after(STANDSTILL.plus(gap), monotonic);
    }
    highest = Math.max(highest, reading);
    boolean isBehind = reading < highest;
    if (standstill.isOver() || (isBehind && deadline().isOver())) {
      throw new ClockFailedException(
          "clock has not advanced for "
              + Durations.text(isBehind ? waited() : standstill.elapsed())
              + ", and all ticks up to maxLead are used up; check the clock source",
          null);
    }
    requireNotInterrupted("the clock");
    if (isBehind) { // it stepped back, or oscillates
      deadline().awaitSlice(Durations.nanos(gap));
    } else {
      deadline().awaitProgress(Durations.nanos(gap));
    }
  }
}
