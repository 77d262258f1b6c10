package io.snowbraid.segment;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.DrawPlan;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.NumberBuffer;
import io.snowbraid.internal.Range;
import io.snowbraid.internal.Scheduler;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Draws one tag's segments, and returns unused numbers on close. */
final class SegmentBuffer extends NumberBuffer {

  /** The size of a tag's first draw, when its rate is unknown. */
  private static final long FIRST_DRAW = 10;

  private static final Duration NO_AGE = Duration.ofNanos(Long.MAX_VALUE);

  private final String tag;
  private final SegmentSource source;
  private final SegmentSettings settings;
  private @Nullable Segment latest;
  private long highest = -1;
  private volatile long returned;

  SegmentBuffer(
      String tag,
      SegmentSource source,
      SegmentSettings settings,
      MonotonicTime time,
      Scheduler scheduler) {
    super(source, plan(settings), NO_AGE, time, scheduler);
    this.tag = tag;
    this.source = source;
    this.settings = settings;
  }

  private static DrawPlan plan(SegmentSettings settings) {
    return new DrawPlan(
        settings.target(), FIRST_DRAW, settings.minDraw(), settings.maxDraw(), false);
  }

  @Override
  protected Range draw(long count) {
    Segment segment = checked(source.draw(tag, count));
    latest = segment;
    Region region = segment.region();
    return new Range(
        segment.first(),
        segment.step(),
        segment.count(),
        region.bits() == 0 ? null : region::number,
        0);
  }

  /** Rejects numbers that may have been issued already. */
  private Segment checked(@Nullable Segment segment) {
    if (segment == null) {
      throw new SegmentSourceException(
          "source drew null instead of a segment for tag " + tag + "; correct the source");
    }
    if (segment.count() > Range.MAX_COUNT) {
      throw new SegmentRejectedException(
          "segment of tag "
              + tag
              + " must not exceed 2^61 numbers, but has "
              + segment.count()
              + "; correct the source");
    }
    if (source.isOrdered() && segment.first() <= highest) {
      throw new SegmentRejectedException(
          "bound of tag "
              + tag
              + " went back: numbers up to "
              + highest
              + " were drawn, but the store drew from "
              + segment.first()
              + "; in tests that reset the schema, set snowbraid.directory (docs/testing.md)."
              + " Otherwise advance the tag past all numbers in use");
    }
    highest = Math.max(highest, segment.last());
    return segment;
  }

  /**
   * Returns numbers of the latest segment, and of earlier ones that it continues; the store accepts
   * no others.
   */
  @Override
  protected void returnUnused(long first, long count) {
    Segment last = latest;
    if (last == null || last.version() == Segment.NO_VERSION) {
      return;
    }
    Segment rest =
        new Segment(first, count, last.step(), last.region(), last.bound(), last.version());
    try {
      if (source.returnUnused(tag, rest)) {
        returned = count;
      }
    } catch (Throwable e) { // the numbers are lost; a retry could return them twice
      Log.warnNow(
          "unused numbers of tag " + tag + " could not be returned and are lost: " + count, e);
    }
  }

  @Override
  protected boolean isFinal(Throwable cause) {
    return cause instanceof SegmentRejectedException || cause instanceof IllegalArgumentException;
  }

  @Override
  protected boolean isUnknown(Throwable cause) {
    return cause instanceof UnknownTagException;
  }

  @Override
  protected Duration maxWait() {
    return settings.maxWait();
  }

  @Override
  protected Duration maxPauseOfCalls() {
    return PAUSE;
  }

  @Override
  protected GeneratorClosedException closedFailure() {
    return new GeneratorClosedException("generator for tag " + tag + " is closed; build a new one");
  }

  @Override
  protected IdsUnavailableException unavailable(@Nullable Failure last, Deadline deadline) {
    if (last == null) {
      return new IdsUnavailableException(unavailable("the store does not answer", deadline));
    }
    String reason = Log.text(last.cause());
    return new IdsUnavailableException(
        last.isFinal() ? reason : unavailable("the store fails: " + reason, deadline),
        last.cause());
  }

  private String unavailable(String reason, Deadline deadline) {
    return "numbers must be drawn before a call takes them: tag="
        + tag
        + ", waited for "
        + Durations.text(deadline.limit())
        + ", and "
        + reason
        + "; check "
        + source
        + ", and that callers do not hold all of its connections";
  }

  SegmentStatus status() {
    SegmentStatus.Values values = new SegmentStatus.Values(counts());
    values.lastDraw = wanted();
    values.returned = returned;
    values.waits = waits();
    values.ratePerSecond = plan().ratePerSecond();
    values.drawTime = Duration.ofNanos((long) plan().latencyNanos());
    values.lastFailure = Optional.ofNullable(failure()).map(last -> Log.text(last.cause()));
    values.failures = failures();
    return new SegmentStatus(tag, values);
  }

  @Override
  public String toString() {
    return "numbers of tag " + tag;
  }
}
