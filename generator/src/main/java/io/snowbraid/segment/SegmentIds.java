package io.snowbraid.segment;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Future;
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
 * SegmentStatus#buffered}, which is little for a tag that is used little.
 *
 * <p>Safe for use by any number of threads, platform or virtual.
 */
public final class SegmentIds implements IdGenerator, AutoCloseable {

  /** No number: all numbers are 0 or more. */
  static final long NONE = -1;

  /** How long closing waits for the store. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /** How long the first segment is waited for at least, because there can be nothing buffered. */
  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);

  /** How long if no draw has failed yet: a source may wait for its table. */
  private static final Duration FIRST_ANSWER_WAIT = Duration.ofSeconds(15);

  /**
   * How long a call may wait, whatever for; it begins with its first wait.
   *
   * @param unanswered counts as long as no draw has failed
   * @param failing counts after a draw has failed
   */
  record CallLimit(Deadline unanswered, Deadline failing) {}

  private final String tag;
  private final SegmentSource source;
  private final Duration maxWait;
  private final MonotonicTime time;
  private final NumberBuffer buffer = new NumberBuffer();
  private final SegmentDrawer drawer;

  SegmentIds(
      String tag,
      SegmentSource source,
      SegmentSettings settings,
      MonotonicTime time,
      Scheduler scheduler) {
    this.tag = tag;
    this.source = source;
    this.maxWait = settings.maxWait();
    this.time = time;
    this.drawer = new SegmentDrawer(tag, source, settings, buffer, time, scheduler);
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
    Range range = buffer.current();
    long index = range.next();
    return range.isCalm(index) ? range.number(index) : nextId(range, index);
  }

  private long nextId(Range range, long index) {
    long number = tryNextId(range, index);
    return number == NONE ? awaitNextId() : number;
  }

  /** Takes a number that is buffered; {@link #NONE} if there is none. */
  long tryNextId() {
    Range range = buffer.current();
    return tryNextId(range, range.next());
  }

  private long tryNextId(Range first, long taken) {
    Range range = first;
    long index = taken;
    while (!range.contains(index)) {
      if (!buffer.leave(range)) {
        return NONE;
      }
      range = buffer.current();
      index = range.next();
    }
    if (!range.isCalm(index)) {
      drawAhead(range);
    }
    return range.number(index);
  }

  private long awaitNextId() {
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
    fill(target, 0, null);
  }

  /**
   * Fills the rest of an array.
   *
   * @param from the first place to fill
   * @param limit that of the call, if it may have waited already
   */
  void fill(long[] target, int from, @Nullable CallLimit limit) {
    CallLimit begun = limit;
    int filled = from;
    while (filled < target.length) {
      Range range = buffer.current();
      filled += range.fill(target, filled);
      if (filled == target.length) {
        if (range.isPastAlarm()) {
          drawAhead(range);
        }
      } else if (!buffer.leave(range)) {
        begun = begun == null ? limit() : begun;
        awaitNext(range, target.length - filled, begun);
      }
    }
  }

  /** Fills the beginning of an array with numbers that are buffered, and returns how many. */
  int tryNextIds(long[] target) {
    int filled = 0;
    while (filled < target.length) {
      Range range = buffer.current();
      filled += range.fill(target, filled);
      if (filled == target.length) {
        if (range.isPastAlarm()) {
          drawAhead(range);
        }
      } else if (!buffer.leave(range)) {
        return filled;
      }
    }
    return filled;
  }

  /** Begins the limit of a call that waits. */
  CallLimit limit() {
    Deadline deadline = Deadline.after(maxWait, time);
    return new CallLimit(deadline, deadline);
  }

  /** Begins the limit of a call that waits for the first segment. */
  CallLimit firstLimit() {
    return new CallLimit(
        Deadline.after(Durations.max(maxWait, FIRST_ANSWER_WAIT), time),
        Deadline.after(Durations.max(maxWait, FIRST_WAIT), time));
  }

  /** Waits until a range that is used up was left for the next one. */
  private void awaitNext(Range used, int missing, CallLimit limit) {
    buffer.beginWait(missing);
    try {
      while (!buffer.leave(used)) {
        awaitDraw(limit);
      }
    } finally {
      buffer.endWait();
    }
  }

  private void awaitDraw(CallLimit limit) {
    requireOpen();
    requireNoRejection();
    if (Thread.currentThread().isInterrupted()) {
      throw new WaitInterruptedException("numbers of tag " + tag);
    }
    drawer.request();
    SegmentDrawer.Failure failure = drawer.failure();
    Deadline deadline = failure == null ? limit.unanswered() : limit.failing();
    if (deadline.isOver()) {
      throw unavailable(failure, deadline.limit());
    }
    deadline.awaitSlice();
  }

  private void requireOpen() {
    if (buffer.isFrozen()) {
      throw new GeneratorClosedException(
          "generator must be open: tag=" + tag + " is closed; build another one");
    }
  }

  /** Returns whether the last draw was rejected, so that waiting does not help. */
  boolean isRejected() {
    SegmentDrawer.Failure failure = drawer.failure();
    return failure != null && failure.isRejection();
  }

  /** Fails at once if waiting does not help. */
  private void requireNoRejection() {
    SegmentDrawer.Failure failure = drawer.failure();
    if (failure != null
        && failure.isRejection()
        && time.nanoTime() - failure.at() < SegmentDrawer.PAUSE.toNanos()) {
      throw new IdsUnavailableException(Log.text(failure.cause()), failure.cause());
    }
  }

  private IdsUnavailableException unavailable(
      SegmentDrawer.@Nullable Failure failure, Duration waited) {
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
   * Returns what is buffered, and what was done.
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
    return bound.isEmpty() ? 0 : buffer.discardBehind(bound.getAsLong(), maxBehind);
  }

  /** Draws the first segment if there is none yet, so that an error shows now. */
  void prepare(CallLimit limit) {
    Range first = buffer.current();
    if (first.left() == 0 && !buffer.leave(first)) {
      awaitNext(first, 1, limit);
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
    Deadline deadline = Deadline.after(CLOSE_WAIT, MonotonicTime.SYSTEM);
    boolean interrupted = Thread.interrupted();
    for (SegmentIds ids : ended) {
      while (!ids.drawer.closed().isDone() && !deadline.isOver()) {
        interrupted |= isInterrupted(deadline, ids.drawer.closed());
      }
    }
    long late = ended.stream().filter(ids -> !ids.drawer.closed().isDone()).count();
    if (late > 0) { // they are given back when the store answers
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

  private static boolean isInterrupted(Deadline deadline, Future<?> closed) {
    try {
      deadline.awaitSlice(closed);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** Ends without waiting: unused numbers are given back in the background. */
  void end() {
    if (buffer.freeze()) {
      drawer.request();
      buffer.wake();
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
     * @param name 1 to {@link SegmentSource#maxTagLength} characters; no control characters
     * @return this builder
     * @throws IllegalArgumentException if it is blank, or holds control characters
     */
    public Builder tag(String name) {
      Tags.require(name, Integer.MAX_VALUE); // how long it may be says the source
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
     * @throws IllegalArgumentException if the tag is too long for the source
     * @throws IdsUnavailableException if no segment can be drawn
     * @throws WaitInterruptedException if the thread is interrupted while it waits
     */
    public SegmentIds build() {
      if (source == null || tag == null) {
        throw new IllegalStateException(
            "a generator needs source(...) and tag(...): source=" + source + ", tag=" + tag);
      }
      Tags.require(tag, source.maxTagLength());
      SegmentIds ids = new SegmentIds(tag, source, settings, MonotonicTime.SYSTEM, Threads.SHARED);
      try {
        ids.prepare(ids.firstLimit());
        return ids;
      } catch (RuntimeException e) {
        ids.end(); // otherwise it would draw for nobody when the store answers
        throw e;
      }
    }
  }
}
