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
 * Keeps the bounds of several regions near each other. Each region has a store of its own and draws
 * at its own rate; a region that is far behind the others is moved up to the largest bound.
 *
 * <p>Only bounds in stores are moved. Processes discard what they drew before at their next draw,
 * if {@link SegmentSettings#withMaxBehind} is set, or when {@link SegmentGenerators#discardBehind}
 * is called; {@link #withGenerators} does so after each synchronization. Discarded numbers are
 * lost.
 *
 * <p>Safe for use by any number of threads: bounds only move up, so two synchronizations at a time
 * do no harm. Each {@code with...} method returns a changed copy, which is not started.
 */
public final class RegionSynchronizer implements AutoCloseable {

  /**
   * A bound that was moved.
   *
   * @param tag the tag
   * @param source the store
   * @param before the bound that it had
   * @param after the bound that it has now at least
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
   * Creates a synchronizer of all tags.
   *
   * @param regions the stores of the regions, at least 2
   * @param threshold how far behind the largest bound a region may stay, at least 1
   * @return a synchronizer that does nothing before it is asked to
   * @throws IllegalArgumentException if there are fewer regions, or the threshold is smaller
   */
  public static RegionSynchronizer of(List<SegmentSource> regions, long threshold) {
    return new RegionSynchronizer(regions, threshold, tag -> true, Threads.SHARED);
  }

  /**
   * Limits the tags that are synchronized.
   *
   * @param allowed only these; all if it is empty
   * @param denied not these
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
   * Lets generators of this process discard, after each synchronization, what is left behind.
   *
   * @param numbers the generators of one of the regions
   * @return a changed copy
   */
  public RegionSynchronizer withGenerators(SegmentGenerators numbers) {
    return new RegionSynchronizer(
        regions, threshold, includes, scheduler, Objects.requireNonNull(numbers, "numbers"));
  }

  /**
   * Synchronizes once, in this thread. A region that lacks a tag is left alone.
   *
   * @return the bounds that were moved
   * @throws SegmentSourceException if a store fails; some bounds may have been moved
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
   * Synchronizes in the background, until this is closed or no longer reachable, so keep it in a
   * field. A failure is logged, and does not end it.
   *
   * @param interval between two synchronizations, and before the first; at least a millisecond
   * @throws IllegalArgumentException if the interval is shorter
   * @throws IllegalStateException if this was started or closed before
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
    } catch (Throwable e) { // the next one may succeed
      Log.warn("regions could not be synchronized; retrying: " + e.getMessage(), e);
    }
    if (!closed) {
      schedule(interval);
    }
  }

  /** Ends the synchronizations in the background. */
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
