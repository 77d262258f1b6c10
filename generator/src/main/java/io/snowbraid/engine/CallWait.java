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
 * The waits of one call for ids: for its generator's clock, its store and another worker. All of
 * them share one {@link Deadline}, which begins with the first. After each slice the rule is asked
 * again, because the clock may have been corrected, or the generator closed.
 */
final class CallWait {

  /**
   * How long a clock may stand still while a burst waits for its next tick. This is far longer than
   * the resolution of a working clock, so a burst fails only if the clock hangs.
   */
  private static final Duration STANDSTILL = Duration.ofSeconds(1);

  private final Grants grants;
  private final TickClock ticks;
  private final Duration maxWait;
  private final MonotonicTime monotonic;

  private @Nullable Deadline deadline;
  private @Nullable CompletableFuture<Void> grant;
  private boolean hasWaited;
  private boolean hasAskedForGrant;
  private boolean hasAskedForWorker;

  /** The clock reading that a burst waits to pass, and for how long it may stand still. */
  private long standingAt;

  private @Nullable Deadline standstill;

  /** The highest reading of the burst. */
  private long highest = Long.MIN_VALUE;

  /** Creates the waits of a call that has not waited yet. */
  CallWait(GeneratorConfig config, TickClock ticks, Grants grants) {
    this.grants = grants;
    this.ticks = ticks;
    this.maxWait = config.maxWait();
    this.monotonic = config.monotonicTime();
  }

  /** Returns whether the call has waited. */
  boolean hasWaited() {
    return hasWaited;
  }

  /** Returns how long ago the call began to wait; zero if it did not. */
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
   * Waits one slice for what the rule asks for.
   *
   * @throws SnowbraidException if the time is over, or if waiting does not help
   */
  void await(TimedDecision timed) {
    hasWaited = true;
    LaneDecision decision = timed.decision();
    if (decision instanceof GrantNeeded) {
      awaitGrant();
    } else if (decision instanceof AllLanesAhead blocked) {
      awaitLane(blocked);
    } else if (decision instanceof WaitForTick next) {
      awaitTick(next, timed.reading());
    }
  }

  private void awaitGrant() {
    if (hasAskedForGrant && deadline().isOver()) {
      throw grants.unanswered(maxWait);
    }
    hasAskedForGrant = true;
    if (awaitRound() && grant != null && grant.isCompletedExceptionally()) {
      throw grants.refused(cause(grant));
    }
  }

  private static Throwable cause(CompletableFuture<Void> failed) {
    return failed.handle((none, cause) -> cause).join();
  }

  /** Waits a slice for a grant, which is asked for if none is. Returns whether it is answered. */
  private boolean awaitRound() {
    if (grant == null || grant.isDone()) {
      grant = grants.ask();
    }
    if (grant == null) { // too many were asked for lately
      awaitSlice("the store");
      return false;
    }
    try {
      return deadline().awaitSlice(grant);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("the store");
    }
  }

  /**
   * Waits for the first lane to become free after the clock stepped back, or for another worker.
   */
  private void awaitLane(AllLanesAhead blocked) {
    Duration gap = ticks.duration(blocked.ticks());
    if (gap.compareTo(maxWait) <= 0 && !deadline().isOver()) {
      awaitClock(Durations.nanos(gap));
    } else if (hasAskedForWorker && (deadline().isOver() || isGrantedWithoutChange())) {
      throw tooLong(blocked, gap);
    } else {
      awaitOtherWorker();
    }
  }

  private boolean isGrantedWithoutChange() {
    return grant != null && grant.isDone() && !grant.isCompletedExceptionally();
  }

  private void awaitOtherWorker() {
    hasAskedForWorker = true;
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

  private ClockRollbackException tooLong(AllLanesAhead blocked, Duration gap) {
    Duration behind = ticks.duration(blocked.behind());
    return new ClockRollbackException(
        "every lane is ahead of the clock: the clock is "
            + Durations.text(behind)
            + " behind the current lane, and the first lane becomes usable in "
            + Durations.text(gap)
            + ", which exceeds maxWait="
            + maxWait
            + "; correct the clock, or wait",
        behind,
        gap);
  }

  /**
   * Waits for the next tick of a burst. This comes for certain while the clock moves on, so the
   * wait does not count. While the clock is behind its own highest reading, the wait does count.
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
    if (isBehind) { // it stepped back, or swings
      deadline().awaitSlice(Durations.nanos(gap));
    } else {
      deadline().awaitProgress(Durations.nanos(gap));
    }
  }
}
