package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits the total time that one call may wait. All its waits share the deadline, so the call
 * finishes in time however many waits it needs.
 *
 * <p>The deadline uses the monotonic clock, which is unaffected if the wall clock stops or steps
 * back. Each wait is a slice of at most 20 ms. The caller checks its condition after each slice,
 * because waiting may have become unnecessary.
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
   * Starts a deadline.
   *
   * @param limit the longest total wait, from now on
   * @param time the monotonic clock
   * @return a deadline
   */
  public static Deadline after(Duration limit, MonotonicTime time) {
    return new Deadline(time, limit);
  }

  /**
   * Returns the limit.
   *
   * @return the longest total wait
   */
  public Duration limit() {
    return limit;
  }

  /**
   * Returns the time since the start.
   *
   * @return the time since the deadline started
   */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos());
  }

  private long elapsedNanos() {
    return time.nanoTime() - begun;
  }

  /**
   * Returns the remaining time.
   *
   * @return nanoseconds, at least 0
   */
  public long remainingNanos() {
    return Math.max(0, Durations.nanos(limit) - (elapsedNanos() - excusedNanos));
  }

  /**
   * Returns whether the deadline has passed.
   *
   * @return whether the call must stop waiting
   */
  public boolean isOver() {
    return remainingNanos() == 0;
  }

  /** Waits for a slice, or until the thread is unparked or interrupted. */
  public void awaitSlice() {
    awaitSlice(SLICE_NANOS);
  }

  /**
   * Waits for a given time, at most a slice, or until the thread is unparked or interrupted.
   *
   * @param nanos how long
   */
  public void awaitSlice(long nanos) {
    time.await(Math.min(nanos, sliceNanos()));
  }

  /**
   * Waits up to a slice for an event.
   *
   * @param event an event caused by another thread
   * @return whether it has happened
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitSlice(MonotonicTime.Event event) throws InterruptedException {
    return time.await(event, sliceNanos());
  }

  /**
   * Waits up to a slice for an answer.
   *
   * @param answer a future that another thread completes
   * @return whether it is complete, normally or exceptionally
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitSlice(Future<?> answer) throws InterruptedException {
    return awaitSlice(nanos -> isDone(answer, nanos));
  }

  private static boolean isDone(Future<?> answer, long nanos) throws InterruptedException {
    try {
      answer.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) { // the caller checks for failure
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /**
   * Waits for an event that is certain to come, such as a running clock's next tick. This wait does
   * not count: it extends the deadline.
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
