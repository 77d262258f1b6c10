package io.snowbraid.segment;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.NumberBuffer;
import io.snowbraid.internal.NumberBuffer.CallLimit;
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

  /** How long closing waits for the store. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /** How long the first segment is waited for at least, because there can be nothing buffered. */
  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);

  /** How long if no draw has failed yet: a source may wait for its table. */
  private static final Duration FIRST_ANSWER_WAIT = Duration.ofSeconds(15);

  private final String tag;
  private final SegmentSource source;
  private final Duration maxWait;
  private final SegmentDrawer numbers;

  SegmentIds(
      String tag,
      SegmentSource source,
      SegmentSettings settings,
      MonotonicTime time,
      Scheduler scheduler) {
    this.tag = tag;
    this.source = source;
    this.maxWait = settings.maxWait();
    this.numbers = new SegmentDrawer(tag, source, settings, time, scheduler);
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
    return numbers.nextId();
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
    numbers.fill(target, 0, null);
  }

  /** Returns what is drawn ahead, for generators of many tags. */
  NumberBuffer numbers() {
    return numbers;
  }

  /** Begins the limit of a call that waits for the first segment. */
  CallLimit firstLimit() {
    return numbers.limit(
        Durations.max(maxWait, FIRST_ANSWER_WAIT), Durations.max(maxWait, FIRST_WAIT));
  }

  /**
   * Returns what is buffered, and what was done.
   *
   * @return a snapshot
   */
  public SegmentStatus status() {
    return numbers.status();
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
    return bound.isEmpty() ? 0 : numbers.discardBehind(bound.getAsLong(), maxBehind);
  }

  /** Draws the first segment if there is none yet, so that an error shows now. */
  void prepare(CallLimit limit) {
    numbers.prepare(1, limit);
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
      while (!ids.numbers.closed().isDone() && !deadline.isOver()) {
        interrupted |= isInterrupted(deadline, ids.numbers.closed());
      }
    }
    long late = ended.stream().filter(ids -> !ids.numbers.closed().isDone()).count();
    if (late > 0) { // they are given back when the store answers
      Log.warnNow(
          "unused numbers are not returned yet, because the store has not answered in time: tags="
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
    numbers.end();
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
            "segment source or tag is not set: source="
                + source
                + ", tag="
                + tag
                + "; call source(...) and tag(...)");
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
