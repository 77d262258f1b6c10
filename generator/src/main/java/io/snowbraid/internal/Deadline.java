package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long one call may still wait, whatever for. Every wait of the call takes its slices from the
 * same deadline, so the call ends in time however many things it has to wait for.
 *
 * <p>It is measured by a steady clock, which a wall clock that stands still or steps back does not
 * disturb. A wait is a slice of at most 20 ms: what is waited for is looked at again after each,
 * because it may have become unnecessary.
 *
 * <p>Used by one thread.
 */
public final class Deadline {

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final MonotonicTime time;
  private final Duration limit;
  private final long begun;
  private long excusedNanos;

  private Deadline(MonotonicTime time, Duration limit) {
    this.time = time;
    this.limit = limit;
    this.begun = time.nanoTime();
  }

  /**
   * Begins a deadline.
   *
   * @param limit how long may be waited from now on
   * @param time measures that
   * @return a deadline
   */
  public static Deadline after(Duration limit, MonotonicTime time) {
    return new Deadline(time, limit);
  }

  /**
   * Returns the limit.
   *
   * @return how long may be waited in all
   */
  public Duration limit() {
    return limit;
  }

  /**
   * Returns how long it has run.
   *
   * @return the time since it began
   */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos());
  }

  private long elapsedNanos() {
    return time.nanoTime() - begun;
  }

  /**
   * Returns what is left.
   *
   * @return nanoseconds, at least 0
   */
  public long remainingNanos() {
    return Math.max(0, Durations.nanos(limit) - (elapsedNanos() - excusedNanos));
  }

  /**
   * Returns whether nothing is left.
   *
   * @return whether a call has to end now
   */
  public boolean isOver() {
    return remainingNanos() == 0;
  }

  /** Waits a slice, or less if the thread is unparked or interrupted. */
  public void awaitSlice() {
    awaitSlice(SLICE_NANOS);
  }

  /**
   * Waits for a while, but no longer than a slice.
   *
   * @param nanos how long; less if the thread is unparked or interrupted
   */
  public void awaitSlice(long nanos) {
    time.await(Math.min(nanos, sliceNanos()));
  }

  /**
   * Waits a slice for an event.
   *
   * @param event what another thread does
   * @return whether it has happened
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitSlice(MonotonicTime.Event event) throws InterruptedException {
    return time.await(event, sliceNanos());
  }

  /**
   * Waits a slice for an answer.
   *
   * @param answer what another thread completes
   * @return whether it is complete, with a result or a failure
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitSlice(Future<?> answer) throws InterruptedException {
    return awaitSlice(nanos -> isDone(answer, nanos));
  }

  private static boolean isDone(Future<?> answer, long nanos) throws InterruptedException {
    try {
      answer.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) { // the caller looks at the failure
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /**
   * Waits for what comes for certain, such as the next tick of a clock that moves. That does not
   * count: the deadline is put off by as long.
   *
   * @param nanos how long, at most a slice
   */
  public void awaitProgress(long nanos) {
    long before = time.nanoTime();
    time.await(Math.min(nanos, SLICE_NANOS));
    excusedNanos += time.nanoTime() - before;
  }

  private long sliceNanos() {
    return Math.min(remainingNanos(), SLICE_NANOS);
  }
}
