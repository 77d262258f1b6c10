package io.snowbraid.segment;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bounds of several regions close together. Each region has its own store and draws at
 * its own rate. A region that is too far behind is advanced to the largest bound.
 *
 * <p>Only bounds in stores change. Processes discard numbers drawn earlier at their next draw if
 * {@link SegmentSettings#withMaxBehind} is set, or when {@link SegmentGenerators#discardBehind} is
 * called; {@link #withGenerators} calls it after each synchronization. Discarded numbers are lost.
 *
 * <p>Thread-safe: bounds only increase, so concurrent synchronizations do no harm. Each {@code
 * with...} method returns a changed copy, which is not started.
 */
public final class RegionSynchronizer implements AutoCloseable {

  /**
   * Describes an advanced bound.
   *
   * @param tag the tag
   * @param source the store
   * @param before the previous bound
   * @param after the bound it was advanced to
   */
  public record Move(String tag, SegmentSource source, long before, long after) {}

  private final List<SegmentSource> regions;
  private final long threshold;
  private final Predicate<String> includes;
  private final Scheduler scheduler;
  private final @Nullable SegmentGenerators generators;
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private volatile @Nullable Future<?> next;
  private volatile boolean closed;

  RegionSynchronizer(
      List<SegmentSource> regions,
      long threshold,
      Predicate<String> includes,
      Scheduler scheduler) {
    this(regions, threshold, includes, scheduler, null);
  }

  private RegionSynchronizer(
      List<SegmentSource> regions,
      long threshold,
      Predicate<String> includes,
      Scheduler scheduler,
      @Nullable SegmentGenerators generators) {
    Arguments.atLeast("number of regions", regions.size(), 2);
    Arguments.atLeast("threshold", threshold, 1);
    this.regions = List.copyOf(regions);
    this.threshold = threshold;
    this.includes = includes;
    this.scheduler = scheduler;
    this.generators = generators;
  }

  /**
   * Creates a synchronizer for all tags. It does nothing until {@link #synchronize} or {@link
   * #start} is called.
   *
   * @param regions the regions' stores, at least 2
   * @param threshold how far a region may stay behind the largest bound, at least 1
   * @return a new synchronizer
   * @throws IllegalArgumentException if a value is out of range
   */
  public static RegionSynchronizer of(List<SegmentSource> regions, long threshold) {
    return new RegionSynchronizer(regions, threshold, tag -> true, Threads.SHARED);
  }

  /**
   * Limits the tags to synchronize.
   *
   * @param allowed the only tags to synchronize; empty for all
   * @param denied tags not to synchronize
   * @return a changed copy
   */
  public RegionSynchronizer withTags(Set<String> allowed, Set<String> denied) {
    Set<String> only = Set.copyOf(allowed);
    Set<String> never = Set.copyOf(denied);
    return new RegionSynchronizer(
        regions,
        threshold,
        tag -> (only.isEmpty() || only.contains(tag)) && !never.contains(tag),
        scheduler,
        generators);
  }

  /**
   * Makes this process's generators discard outdated numbers after each synchronization.
   *
   * @param numbers the generators of one of the regions
   * @return a changed copy
   */
  public RegionSynchronizer withGenerators(SegmentGenerators numbers) {
    return new RegionSynchronizer(
        regions, threshold, includes, scheduler, Objects.requireNonNull(numbers, "numbers"));
  }

  /**
   * Synchronizes once, on this thread. A region without a tag is left unchanged.
   *
   * @return the bounds that were advanced
   * @throws SegmentSourceException if a store fails; some bounds may have been advanced
   */
  public List<Move> synchronize() {
    Set<String> tags = new TreeSet<>();
    regions.forEach(region -> tags.addAll(region.tags()));
    List<Move> moves = new ArrayList<>();
    tags.stream().filter(includes).forEach(tag -> synchronize(tag, moves));
    if (generators != null) {
      generators.discardBehind(threshold, includes);
    }
    return moves;
  }

  private void synchronize(String tag, List<Move> moves) {
    List<OptionalLong> bounds = regions.stream().map(region -> region.peek(tag)).toList();
    long largest = bounds.stream().mapToLong(bound -> bound.orElse(0)).max().orElse(0);
    for (int i = 0; i < regions.size(); i++) {
      OptionalLong bound = bounds.get(i);
      if (bound.isPresent()
          && largest - bound.getAsLong() > threshold
          && regions.get(i).advance(tag, largest)) {
        moves.add(new Move(tag, regions.get(i), bound.getAsLong(), largest));
      }
    }
  }

  /**
   * Synchronizes in the background until this object is closed or unreachable, so keep it in a
   * field. Failures are logged, and synchronization continues.
   *
   * @param interval the pause before each synchronization, at least one millisecond
   * @throws IllegalArgumentException if the interval is shorter
   * @throws IllegalStateException if this object was started or closed before
   */
  public void start(Duration interval) {
    Arguments.atLeast("interval", interval, Duration.ofMillis(1));
    if (closed || !isStarted.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "synchronizer is already " + (closed ? "closed" : "started") + "; create a new one");
    }
    schedule(interval);
  }

  private void schedule(Duration interval) {
    WeakReference<RegionSynchronizer> owned = new WeakReference<>(this);
    next = scheduler.schedule(() -> run(owned, interval), interval);
    if (closed) {
      cancel();
    }
  }

  private static void run(WeakReference<RegionSynchronizer> owned, Duration interval) {
    RegionSynchronizer present = owned.get();
    if (present != null && !present.closed) {
      present.run(interval);
    }
  }

  private void run(Duration interval) {
    try {
      Threads.callForeign(regions.get(0), this::synchronize);
    } catch (Throwable e) { // the next synchronization may succeed
      Log.warn("regions could not be synchronized; retrying: " + e.getMessage(), e);
    }
    if (!closed) {
      schedule(interval);
    }
  }

  /** Stops synchronizing in the background. A running synchronization completes. */
  @Override
  public void close() {
    closed = true;
    cancel();
  }

  private void cancel() {
    Future<?> waiting = next;
    if (waiting != null) {
      waiting.cancel(false);
    }
  }
}
