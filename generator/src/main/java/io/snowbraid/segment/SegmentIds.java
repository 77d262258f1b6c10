package io.snowbraid.segment;

import io.snowbraid.GeneratorClosedException;
import io.snowbraid.IdGenerator;
import io.snowbraid.IdsUnavailableException;
import io.snowbraid.WaitInterruptedException;
import io.snowbraid.internal.CloseHooks;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Issues the numbers of one tag, from segments that it draws ahead.
 *
 * <pre>{@code
 * try (SegmentIds orders = SegmentIds.builder().source(source).tag("orders").build()) {
 *   long number = orders.nextId();
 * }
 * }</pre>
 *
 * <p>Numbers strictly increase over all threads that use the same generator. Several generators of
 * a tag, in one process or in many, never issue the same number, but their numbers interleave. With
 * a source that is not {@linkplain SegmentSource#isOrdered ordered}, numbers are only unique.
 *
 * <p>A call waits only if the store is slower than all that was drawn ahead, for at most {@link
 * SegmentSettings#withMaxWait}. How much is drawn, and when, follows from the rate at which numbers
 * are issued: see {@link SegmentSettings#withTarget}.
 *
 * <p>{@link #close} gives unused numbers back. After a crash they are lost: as many as {@link
 * SegmentStatus#inHand}, which is little for a tag that is used little.
 *
 * <p>Safe for use by any number of threads, platform or virtual.
 */
public final class SegmentIds implements IdGenerator, AutoCloseable {

  /** How long closing waits for the store. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /** How long the first segment is waited for at least, because there can be nothing in hand. */
  private static final WaitLimit FIRST_WAIT =
      new WaitLimit(Duration.ofSeconds(5), Duration.ofSeconds(15));

  private static final long NOT_WAITED = Long.MIN_VALUE;

  private static final Duration SLICE = Duration.ofMillis(20);

  private final String tag;
  private final SegmentSource source;
  private final WaitLimit maxWait;
  private final MonotonicTime time;
  private final NumbersInHand hand = new NumbersInHand();
  private final WaitingCalls waiting = new WaitingCalls();
  private final Drawer drawer;

  SegmentIds(
      String tag,
      SegmentSource source,
      SegmentSettings settings,
      MonotonicTime time,
      Scheduler scheduler) {
    this.tag = tag;
    this.source = source;
    this.maxWait = WaitLimit.of(settings.maxWait());
    this.time = time;
    this.drawer = new Drawer(tag, source, settings, hand, waiting, time, scheduler);
  }

  /**
   * Creates a builder for a new generator.
   *
   * @return a builder that still needs a source and a tag
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the tag.
   *
   * @return the tag
   */
  public String tag() {
    return tag;
  }

  /**
   * Issues one number.
   *
   * @return a number of the tag that was never issued before and is never issued again
   * @throws IdsUnavailableException if no numbers are left and the store gives none in time
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public long nextId() {
    Range range = hand.current();
    long index = range.next();
    return range.isCalm(index) ? range.number(index) : nextId(range, index);
  }

  private long nextId(Range range, long index) {
    if (range.contains(index)) {
      drawAhead(range);
      return range.number(index);
    }
    long[] one = new long[1];
    nextIds(one);
    return one[0];
  }

  private void drawAhead(Range range) {
    range.mute();
    drawer.request();
  }

  /**
   * Fills an array with new numbers in ascending order.
   *
   * @param target the array to fill; its length is how many numbers are wanted and may be 0
   * @throws IdsUnavailableException if the store does not give them all in time; those that were
   *     taken before are lost
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public void nextIds(long[] target) {
    int filled = 0;
    long begun = NOT_WAITED;
    while (filled < target.length) {
      Range range = hand.current();
      filled += range.fill(target, filled);
      if (filled < target.length) {
        begun = leave(range, target.length - filled, begun, maxWait);
      } else if (range.isPastAlarm()) {
        drawAhead(range);
      }
    }
  }

  /** Fills the beginning of an array with numbers that are in hand, and returns how many. */
  int tryNextIds(long[] target) {
    int filled = 0;
    while (filled < target.length) {
      Range range = hand.current();
      filled += range.fill(target, filled);
      if (filled == target.length) {
        if (range.isPastAlarm()) {
          drawAhead(range);
        }
      } else if (!hand.leave(range)) {
        return filled;
      }
    }
    return filled;
  }

  /**
   * Goes on to the next range, and waits for it if necessary.
   *
   * @param begun when the call began to wait, if it has waited for an earlier range
   * @return when the call began to wait
   */
  private long leave(Range used, int missing, long begun, WaitLimit limit) {
    if (hand.leave(used)) {
      return begun;
    }
    long since = begun == NOT_WAITED ? time.nanoTime() : begun;
    waiting.enter(missing);
    try {
      while (!hand.leave(used)) {
        await(since, limit);
      }
    } finally {
      waiting.leave();
    }
    return since;
  }

  private void await(long since, WaitLimit limit) {
    requireOpen();
    requireNoRejection();
    if (Thread.currentThread().isInterrupted()) {
      throw new WaitInterruptedException("numbers of tag " + tag);
    }
    drawer.request();
    Drawer.Failure failure = drawer.failure();
    Duration allowed = limit.after(failure);
    long left = Durations.nanos(allowed) - (time.nanoTime() - since);
    if (left <= 0) {
      throw unavailable(failure, allowed);
    }
    time.await(Math.min(left, SLICE.toNanos()));
  }

  private void requireOpen() {
    if (hand.isFrozen()) {
      throw new GeneratorClosedException(
          "generator must be open: tag=" + tag + " is closed; build another one");
    }
  }

  /** Returns whether the last draw was rejected, so that waiting does not help. */
  boolean isRejected() {
    Drawer.Failure failure = drawer.failure();
    return failure != null && failure.isRejection();
  }

  /** Fails at once if waiting does not help. */
  private void requireNoRejection() {
    Drawer.Failure failure = drawer.failure();
    if (failure != null
        && failure.isRejection()
        && time.nanoTime() - failure.at() < Drawer.PAUSE.toNanos()) {
      throw new IdsUnavailableException(Log.text(failure.cause()), failure.cause());
    }
  }

  private IdsUnavailableException unavailable(Drawer.@Nullable Failure failure, Duration waited) {
    return failure == null
        ? new IdsUnavailableException(unavailable("the store does not answer", waited))
        : new IdsUnavailableException(
            unavailable("the store fails: " + Log.text(failure.cause()), waited), failure.cause());
  }

  private String unavailable(String reason, Duration waited) {
    return "numbers must be drawn before a call takes them: tag="
        + tag
        + ", waited for "
        + Durations.text(waited)
        + ", and "
        + reason
        + "; check "
        + source
        + ", and that callers do not hold all of its connections";
  }

  /**
   * Returns what is in hand, and what was done.
   *
   * @return a snapshot
   */
  public SegmentStatus status() {
    return drawer.status();
  }

  /**
   * Discards the numbers in memory if the tag's bound in the store has moved far beyond them. It
   * asks the store, in this thread.
   *
   * @param maxBehind how far the last of them may be behind the bound, at least 0
   * @return how many numbers were discarded
   * @throws SegmentSourceException if the store fails
   */
  public long discardBehind(long maxBehind) {
    OptionalLong bound = source.peek(tag);
    return bound.isEmpty() ? 0 : hand.discardBehind(bound.getAsLong(), maxBehind);
  }

  /** Draws the first segment if there is none yet, so that an error shows now. */
  void prepare() {
    Range first = hand.current();
    if (first.left() == 0) {
      long unused = leave(first, 1, NOT_WAITED, maxWait.atLeast(FIRST_WAIT));
    }
  }

  /**
   * Gives unused numbers back to the store, and ends. Calls that come later fail. If the store does
   * not answer within 5 seconds, this returns, and the numbers are given back when it does.
   */
  @Override
  public void close() {
    end();
    awaitClosed(List.of(this));
  }

  /** Waits until unused numbers were given back, for a limited time. */
  static void awaitClosed(List<SegmentIds> ended) {
    long begun = System.nanoTime();
    boolean interrupted = Thread.interrupted();
    long late = 0;
    for (SegmentIds ids : ended) {
      long left = CLOSE_WAIT.toNanos() - (System.nanoTime() - begun);
      try {
        Object unused = ids.drawer.closed().get(Math.max(0, left), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (TimeoutException e) { // they are given back when the store answers
        late++;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e); // this future never fails
      }
    }
    if (late > 0) {
      Log.warnNow(
          "unused numbers are not given back yet, the store does not answer: tags="
              + late
              + ", source="
              + ended.get(0).source,
          null);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends without waiting: unused numbers are given back in the background. */
  void end() {
    if (hand.freeze()) {
      drawer.request();
      waiting.wake();
      CloseHooks.run(this);
    }
  }

  /**
   * The settings of a generator. The source and the tag are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private @Nullable SegmentSource source;
    private @Nullable String tag;
    private SegmentSettings settings = SegmentSettings.DEFAULT;

    private Builder() {}

    /**
     * Sets where segments are drawn from.
     *
     * @param segmentSource the source, which may be shared by many generators
     * @return this builder
     */
    public Builder source(SegmentSource segmentSource) {
      source = Objects.requireNonNull(segmentSource, "source");
      return this;
    }

    /**
     * Sets the tag.
     *
     * @param name 1 to 512 characters, fewer in most stores; no control characters
     * @return this builder
     * @throws IllegalArgumentException if it is blank, too long, or holds control characters
     */
    public Builder tag(String name) {
      Tags.require(name, Tags.MOST_LENGTH);
      tag = name;
      return this;
    }

    /**
     * Sets how segments are drawn; {@link SegmentSettings#DEFAULT} if this is not called.
     *
     * @param segmentSettings the settings
     * @return this builder
     */
    public Builder settings(SegmentSettings segmentSettings) {
      settings = Objects.requireNonNull(segmentSettings, "settings");
      return this;
    }

    /**
     * Builds a generator, and draws its first segment.
     *
     * @return a new generator
     * @throws IllegalStateException if the source or the tag is missing
     * @throws IdsUnavailableException if no segment can be drawn
     * @throws WaitInterruptedException if the thread is interrupted while it waits
     */
    public SegmentIds build() {
      if (source == null || tag == null) {
        throw new IllegalStateException(
            "a generator needs source(...) and tag(...): source=" + source + ", tag=" + tag);
      }
      SegmentIds ids =
          new SegmentIds(tag, source, settings, MonotonicTime.SYSTEM, Scheduler.SHARED);
      try {
        ids.prepare();
        return ids;
      } catch (RuntimeException e) {
        ids.end(); // otherwise it would draw for nobody when the store answers
        throw e;
      }
    }
  }
}
