package io.snowbraid.segment;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Draws the segments of one tag in the background, one at a time, and gives back what is left in
 * the end. The source may fail, hang, throw anything, or answer with nonsense.
 */
final class SegmentDrawer implements Rounds.Work {

  /** How long after a failure a waiting call may cause another draw. */
  static final Duration PAUSE = Duration.ofMillis(100);

  private static final Duration MAX_PAUSE = Duration.ofSeconds(10);
  private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

  /**
   * A draw that failed.
   *
   * @param at when, by the steady clock
   * @param pause after how long it is tried again if nobody waits
   */
  record Failure(Throwable cause, long at, Duration pause) {

    /** Whether asking again does not help until somebody changes something. */
    boolean isRejection() {
      return cause instanceof SegmentRejectedException || cause instanceof IllegalArgumentException;
    }

    Failure next(Throwable newCause, long now) {
      return new Failure(newCause, now, Durations.min(pause.multipliedBy(2), MAX_PAUSE));
    }
  }

  private final String tag;
  private final SegmentSource source;
  private final SegmentSettings settings;
  private final NumberBuffer buffer;
  private final MonotonicTime time;
  private final DrawPlan plan;
  private final Rounds rounds;
  private @Nullable RateLimit warnings;
  private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
  private volatile @Nullable Failure failure;

  /** Written only in rounds, before {@link #failure}, and read after it. */
  private long failures;

  private volatile long givenBack;
  private volatile long wanted;
  private long highest = -1;

  SegmentDrawer(
      String tag,
      SegmentSource source,
      SegmentSettings settings,
      NumberBuffer buffer,
      MonotonicTime time,
      Scheduler scheduler) {
    this.tag = tag;
    this.source = source;
    this.settings = settings;
    this.buffer = buffer;
    this.time = time;
    this.plan = new DrawPlan(settings);
    this.rounds = new Rounds(source, scheduler, this);
  }

  /** Requests a draw, if one is needed then. */
  void request() {
    rounds.request();
  }

  /** Returns a future that completes when numbers have been given back, after the end. */
  Future<?> closed() {
    return closed;
  }

  @Override
  public void round() {
    if (buffer.isFrozen()) {
      rounds.cancelNext();
      returnUnused(buffer.takeRests());
      closed.complete(null);
    } else if (isDue()) {
      draw();
      buffer.wake();
      if (failure == null && isLow()) {
        rounds.request();
      }
    }
  }

  @Override
  public void rejected(RejectedExecutionException cause) {
    failure = new Failure(cause, time.nanoTime(), PAUSE);
  }

  /** Returns whether a draw has to be made now; after a failure, not before its pause. */
  private boolean isDue() {
    if (!isLow()) {
      return false;
    }
    Failure last = failure;
    if (last == null) {
      return true;
    }
    Duration pause = buffer.isAwaited() ? PAUSE : last.pause();
    return time.nanoTime() - last.at() >= pause.toNanos();
  }

  private boolean isLow() {
    return buffer.counts().left() <= plan.reserve();
  }

  private void draw() {
    long begun = time.nanoTime();
    long issued = buffer.counts().issued();
    try {
      long planned = plan.size(begun, issued, buffer.takeNeeded());
      wanted = planned;
      Segment segment = checked(source.draw(tag, planned));
      plan.drew(begun, time.nanoTime(), issued, planned);
      buffer.add(segment, plan.reserve(), settings.maxBehind());
      failure = null;
    } catch (Throwable e) { // whatever the source throws, calls must learn of it
      failed(e);
    }
  }

  /** Rejects numbers that may have been issued already. */
  private Segment checked(@Nullable Segment segment) {
    if (segment == null) {
      throw new SegmentSourceException("source must draw a segment: tag=" + tag + ", drawn=null");
    }
    if (segment.count() > Range.MAX_COUNT) {
      throw new SegmentRejectedException(
          "segment must not exceed 2^61 numbers: tag="
              + tag
              + ", count="
              + segment.count()
              + "; correct the source");
    }
    if (source.isOrdered() && segment.first() <= highest) {
      throw new SegmentRejectedException(
          "bound of a tag must never go back: tag="
              + tag
              + ", drawn up to "
              + highest
              + ", now from "
              + segment.first()
              + "; in tests that reset the schema, set snowbraid.directory (docs/testing.md);"
              + " otherwise advance the tag past all numbers in use");
    }
    highest = Math.max(highest, segment.last());
    return segment;
  }

  private void failed(Throwable cause) {
    Failure last = failure;
    long now = time.nanoTime();
    Failure next = last == null ? new Failure(cause, now, PAUSE) : last.next(cause, now);
    failures++;
    failure = next;
    if (warnings == null) {
      warnings = new RateLimit(1, WARNING_INTERVAL, now);
    }
    if (!Log.isEnding() && warnings.tryAcquire(now)) { // nobody draws ahead any more then
      Log.warn(
          "numbers of tag {0} cannot be drawn, {1} are left: {2}",
          tag, buffer.counts().left(), Log.line(cause));
    }
    if (!next.isRejection()) {
      rounds.requestAfter(next.pause());
    }
  }

  /**
   * Gives back what is left, each number at most once. Only what was drawn last can be taken, so
   * segments that continue each other are given back as one.
   */
  private void returnUnused(List<Segment> rests) {
    if (rests.isEmpty()) {
      return;
    }
    int last = rests.size() - 1;
    Segment rest = rests.get(last);
    while (last > 0 && continues(rest, rests.get(last - 1))) {
      last--;
      rest = joined(rests.get(last), rest);
    }
    if (rest.version() == Segment.NO_VERSION) {
      return;
    }
    try {
      if (source.returnUnused(tag, rest)) {
        givenBack = rest.count();
      }
    } catch (Throwable e) { // the numbers are lost, and it must not be tried again
      Log.warnNow("numbers of tag " + tag + " were not given back: " + rest.count(), e);
    }
  }

  private static boolean continues(Segment later, Segment earlier) {
    return earlier.step() == later.step() && earlier.last() + earlier.step() == later.first();
  }

  private static Segment joined(Segment earlier, Segment later) {
    return new Segment(
        earlier.first(),
        earlier.count() + later.count(),
        later.step(),
        later.region(),
        later.bound(),
        later.version());
  }

  @Nullable Failure failure() {
    return failure;
  }

  SegmentStatus status() {
    SegmentStatus.Values values = new SegmentStatus.Values(buffer.counts());
    values.lastDraw = wanted;
    values.givenBack = givenBack;
    values.failures = failures;
    values.waits = buffer.waits();
    values.ratePerSecond = plan.ratePerSecond();
    values.drawTime = Duration.ofNanos((long) plan.latencyNanos());
    values.lastFailure = Optional.ofNullable(failure).map(last -> Log.text(last.cause()));
    return new SegmentStatus(tag, values);
  }
}
