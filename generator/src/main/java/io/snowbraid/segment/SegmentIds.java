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
 * Generates the numbers of one tag from prefetched segments.
 *
 * <pre>{@code
 * try (SegmentIds orders = SegmentIds.builder().source(source).tag("orders").build()) {
 *   long number = orders.nextId();
 * }
 * }</pre>
 *
 * <p>Numbers strictly increase across all threads that use one generator. Several generators of a
 * tag, in one or many processes, never issue the same number, but their numbers interleave. If the
 * source is not {@linkplain SegmentSource#isOrdered ordered}, numbers of different calls are unique
 * but unordered.
 *
 * <p>A call waits only if the buffer runs empty before the store answers, and for at most
 * {@linkplain SegmentSettings#withMaxWait maxWait}. The rate of calls determines when segments are
 * drawn and how large they are; see {@link SegmentSettings#withTarget}.
 *
 * <p>{@link #close} returns unused numbers. The store takes them back unless another generator has
 * drawn numbers after them; otherwise they are lost. In a crash, all {@linkplain
 * SegmentStatus#buffered buffered} numbers are lost; a rarely used tag buffers few.
 *
 * <p>Thread-safe, for platform and virtual threads.
 */
public final class SegmentIds implements IdGenerator, AutoCloseable {

  /** How long {@link #close} waits for the store. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /**
   * The shortest limit of a call that waits for a tag's first segment, while no draw has failed:
   * long, because the source may be waiting for its table.
   */
  private static final Duration MIN_FIRST_WAIT = Duration.ofSeconds(15);

  /** The same once a draw has failed. */
  private static final Duration MIN_FIRST_WAIT_AFTER_FAILURE = Duration.ofSeconds(5);

  private final String tag;
  private final SegmentSource source;
  private final Duration maxWait;
  private final SegmentBuffer buffer;

  SegmentIds(
      String tag,
      SegmentSource source,
      SegmentSettings settings,
      MonotonicTime time,
      Scheduler scheduler) {
    this.tag = tag;
    this.source = source;
    this.maxWait = settings.maxWait();
    this.buffer = new SegmentBuffer(tag, source, settings, time, scheduler);
  }

  /**
   * Returns a builder for a new generator.
   *
   * @return a builder that needs a source and a tag
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
   * Generates one number.
   *
   * @return a unique number of the tag
   * @throws IdsUnavailableException if the store provides no numbers in time
   * @throws GeneratorClosedException if closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  @Override
  public long nextId() {
    return buffer.nextId();
  }

  /**
   * Fills an array with new numbers in ascending order.
   *
   * @param target the array to fill; may be empty
   * @throws IdsUnavailableException if the store does not provide all numbers in time; those
   *     already taken are lost
   * @throws GeneratorClosedException if closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  @Override
  public void nextIds(long[] target) {
    buffer.fill(target, 0, null);
  }

  /** Returns the buffer, for {@link SegmentGenerators}. */
  NumberBuffer buffer() {
    return buffer;
  }

  /**
   * Starts the time limit of a call that waits for a tag's first segment: {@code maxWait}, or
   * longer.
   */
  CallLimit firstSegmentLimit() {
    return buffer.limit(
        Durations.max(maxWait, MIN_FIRST_WAIT),
        Durations.max(maxWait, MIN_FIRST_WAIT_AFTER_FAILURE));
  }

  /**
   * Returns a snapshot of the buffer and its activity.
   *
   * @return the current state
   */
  public SegmentStatus status() {
    return buffer.status();
  }

  /**
   * Discards all buffered numbers if the tag's bound in the store is more than {@code maxBehind}
   * above them. Use it after advancing a tag, so that this generator stops issuing lower numbers.
   * Calls the store on this thread.
   *
   * @param maxBehind how far the bound may be above the number after the last one drawn, at least 0
   * @return how many numbers were discarded
   * @throws SegmentSourceException if the store fails
   */
  public long discardBehind(long maxBehind) {
    OptionalLong bound = source.peek(tag);
    return bound.isEmpty() ? 0 : buffer.discardBehind(bound.getAsLong(), maxBehind);
  }

  /** Draws the first segment if there is none yet, so that errors surface now. */
  void prepare(CallLimit limit) {
    buffer.prepare(1, limit);
  }

  /**
   * Returns unused numbers to the store and closes the generator. Later calls fail. If the store
   * does not answer within five seconds, this method returns, and the numbers are returned once the
   * store answers.
   */
  @Override
  public void close() {
    startClosing();
    awaitClosed(List.of(this));
  }

  /** Closes without waiting: unused numbers are returned in the background. */
  void startClosing() {
    buffer.end();
  }

  /**
   * Waits for a limited time, even if interrupted, until generators of one source have returned
   * their unused numbers.
   */
  static void awaitClosed(List<SegmentIds> closing) {
    Deadline deadline = Deadline.after(CLOSE_WAIT, MonotonicTime.SYSTEM);
    boolean interrupted = Thread.interrupted();
    for (SegmentIds ids : closing) {
      while (!ids.buffer.closed().isDone() && !deadline.isOver()) {
        interrupted |= awaitSlice(deadline, ids.buffer.closed());
      }
    }
    long late = closing.stream().filter(ids -> !ids.buffer.closed().isDone()).count();
    if (late > 0) { // they are returned once the store answers
      Log.warnNow(
          "unused numbers are not returned yet, because the store has not answered in time: tags="
              + late
              + ", source="
              + closing.get(0).source,
          null);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits one slice. Returns whether the thread was interrupted. */
  private static boolean awaitSlice(Deadline deadline, Future<?> closed) {
    try {
      deadline.awaitSlice(closed);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /**
   * Builds a generator. {@link #source} and {@link #tag} are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private @Nullable SegmentSource source;
    private @Nullable String tag;
    private SegmentSettings settings = SegmentSettings.DEFAULT;

    private Builder() {}

    /**
     * Sets the source of segments.
     *
     * @param segmentSource the source, which other generators may share
     * @return this builder
     */
    public Builder source(SegmentSource segmentSource) {
      source = Objects.requireNonNull(segmentSource, "source");
      return this;
    }

    /**
     * Sets the tag.
     *
     * @param name not blank, without control characters; {@link #build} checks its length
     * @return this builder
     * @throws IllegalArgumentException if the tag is blank or has control characters
     */
    public Builder tag(String name) {
      Tags.require(
          name, Integer.MAX_VALUE); // build() checks the length, which depends on the source
      tag = name;
      return this;
    }

    /**
     * Sets how segments are drawn.
     *
     * @param segmentSettings the settings; {@link SegmentSettings#DEFAULT} by default
     * @return this builder
     */
    public Builder settings(SegmentSettings segmentSettings) {
      settings = Objects.requireNonNull(segmentSettings, "settings");
      return this;
    }

    /**
     * Builds a generator and draws its first segment, which may take longer than {@code maxWait};
     * see {@link SegmentSettings#withMaxWait}.
     *
     * @return a new generator
     * @throws IllegalStateException if the source or the tag is missing
     * @throws IllegalArgumentException if the tag is too long for the source
     * @throws IdsUnavailableException if no segment can be drawn
     * @throws WaitInterruptedException if the thread is interrupted while waiting
     */
    public SegmentIds build() {
      if (source == null || tag == null) {
        String missing = source == null ? "source" : "tag";
        throw new IllegalStateException(missing + " must be set; call " + missing + "(...)");
      }
      Tags.require(tag, source.maxTagLength());
      SegmentIds ids = new SegmentIds(tag, source, settings, MonotonicTime.SYSTEM, Threads.SHARED);
      try {
        ids.prepare(ids.firstSegmentLimit());
        return ids;
      } catch (RuntimeException e) {
        ids.startClosing(); // otherwise an unused generator would draw once the store answers
        throw e;
      }
    }
  }
}
