package io.snowbraid.job;

import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.UnsortedTimesException;
import io.snowbraid.internal.Arguments;
import io.snowbraid.lane.PastTicks;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Issues ids for given times, such as when the rows of an old table were created. They are in one
 * space with the ids that generators issue now, and are ordered by their times like those. They
 * collide with none of them, before or after, even if the job crashes or runs twice.
 *
 * <p>Opening claims a lane of a worker forever. Before the first id, it is recorded durably in the
 * source that no generator and no other job may ever have the lane. Within the lane, each number of
 * a tick is used once. So uniqueness depends on that one write, and on no clock. There is nothing
 * to close. A job that runs again opens again and gets another lane; what the earlier one issued
 * stays its own. A source has few lanes (the default layout 16 for each worker), so open once for
 * each run of a job, not for each row.
 *
 * <p>An id carries the tick that was asked for. If all its numbers are used, 2,048 in the default
 * layout, the id carries the next tick with room. At the end of the layout, when all later ticks
 * are full, it carries the nearest earlier one, so that sorted times get falling ticks there.
 * {@link #greatestShift()} says how far that went. Within a tick, numbers start at a random point
 * and wrap around, so {@code id % 1024} is uniform. Ids of one tick are in no particular order,
 * also relative to those of generators.
 *
 * <p>What is remembered is limited: one entry for each tick that is partly used and for each run of
 * full ticks. If there are more, the lowest is forgotten, and times up to it are rejected. Sorted
 * times therefore need no memory to speak of, however many they are.
 *
 * <p>Do not clone the process (a snapshot of its memory, a CRaC checkpoint) while it issues such
 * ids: both clones would issue the same ones. After a backup of the source was restored, see the
 * page on promises.
 *
 * <p>Safe for use by any number of threads.
 */
public final class PastIds {

  /** How many ticks, or runs of full ticks, are remembered unless another number is given. */
  public static final int DEFAULT_REMEMBERED_TICKS = 100_000;

  private final Layout layout;
  private final LaneClaim claim;
  private final int rememberedTicks;
  private final ReentrantLock lock = new ReentrantLock();
  private final PastTicks ticks;
  private long greatestShiftTicks;

  private PastIds(Layout layout, LaneClaim claim, int rememberedTicks) {
    this.layout = layout;
    this.claim = claim;
    this.rememberedTicks = rememberedTicks;
    this.ticks =
        new PastTicks(
            layout.lastTick(),
            layout.sequences(),
            rememberedTicks,
            bound -> ThreadLocalRandom.current().nextInt(bound));
  }

  /**
   * Claims a lane, for the default layout.
   *
   * @param source where generators lease their workers: the same table or directory, and the same
   *     namespace
   * @return a source of ids that nobody else issues
   * @throws NoWorkerAvailableException if no lane can be claimed: every worker was held by a
   *     generator, the source cannot reserve workers, as a fixed number cannot, or the store fails
   * @throws IllegalArgumentException if the layout has no worker of those that the source may lease
   */
  public static PastIds open(WorkerSource source) {
    return open(source, Layout.DEFAULT);
  }

  /**
   * Claims a lane, for a layout.
   *
   * @param source where generators lease their workers
   * @param layout their layout; its epoch has to be before the times
   * @return a source of ids that nobody else issues
   * @throws NoWorkerAvailableException if no lane can be claimed
   * @throws IllegalArgumentException if the layout has no worker of those that the source may lease
   */
  public static PastIds open(WorkerSource source, Layout layout) {
    return open(source, layout, DEFAULT_REMEMBERED_TICKS);
  }

  /**
   * Claims a lane, for times that are not sorted.
   *
   * @param source where generators lease their workers
   * @param layout their layout; its epoch has to be before the times
   * @param rememberedTicks how many ticks, or runs of full ticks, to remember, at least 2; about 90
   *     bytes each
   * @return a source of ids that nobody else issues
   * @throws NoWorkerAvailableException if no lane can be claimed
   * @throws IllegalArgumentException if {@code rememberedTicks} is less than 2, or if the layout
   *     has no worker of those that the source may lease
   */
  public static PastIds open(WorkerSource source, Layout layout, int rememberedTicks) {
    Arguments.atLeast("rememberedTicks", rememberedTicks, 2);
    return new PastIds(
        layout, LaneClaims.claim(source, layout, LaneClaim::wholeLane), rememberedTicks);
  }

  /**
   * Issues an id for a time.
   *
   * @param time from the layout's epoch to its last instant; it may be in the future
   * @return an id of that tick, or of the next one with room as described above
   * @throws IllegalArgumentException if the layout cannot hold the time
   * @throws UnsortedTimesException if it is no longer known which ids of that time were issued
   * @throws LayoutExhaustedException if every tick from there to the end of the layout is full
   */
  public long idAt(Instant time) {
    long tick = tick(time);
    lock.lock();
    try {
      return issue(tick);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Issues ids for times in any order. They are assigned in the order of their times, as if the
   * times had been sorted.
   *
   * @param times from the layout's epoch to its last instant
   * @return for each time its id, at the same position
   * @throws IllegalArgumentException if the layout cannot hold one of the times; nothing was issued
   * @throws UnsortedTimesException if it is no longer known which ids of a time were issued; no
   *     other ids of this call were returned, and none will be issued again
   * @throws LayoutExhaustedException if every tick from a time to the end of the layout is full
   */
  public long[] idsAt(List<Instant> times) {
    long[] asked = times.stream().mapToLong(this::tick).toArray();
    long[] ids = new long[asked.length];
    int[] order = byTime(asked);
    lock.lock();
    try {
      for (int position : order) {
        ids[position] = issue(asked[position]);
      }
    } finally {
      lock.unlock();
    }
    return ids;
  }

  private static int[] byTime(long[] asked) {
    IntStream positions = IntStream.range(0, asked.length);
    boolean isSorted = IntStream.range(1, asked.length).allMatch(i -> asked[i - 1] <= asked[i]);
    return isSorted
        ? positions.toArray()
        : positions
            .boxed()
            .sorted(Comparator.comparingLong(position -> asked[position]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  private long tick(Instant time) {
    if (time.isBefore(layout.epoch()) || !time.isBefore(layout.lastInstant().plusMillis(1))) {
      throw new IllegalArgumentException(
          Arguments.outside("time", time, layout.epoch(), layout.lastInstant())
              + "; use a layout that covers it, in its own namespace");
    }
    return Ticks.of(layout, time);
  }

  private long issue(long asked) {
    long tick = ticks.withRoom(asked);
    if (tick < 0) {
      throw ticks.isClosed(asked) ? unsorted(asked) : exhausted(asked);
    }
    greatestShiftTicks = Math.max(greatestShiftTicks, Math.abs(tick - asked));
    int rollback = claim.lane() / layout.timelines();
    int timeline = claim.lane() % layout.timelines();
    int tail = layout.tails() == 1 ? 0 : ThreadLocalRandom.current().nextInt(layout.tails());
    return layout.encode(tick, rollback, timeline, claim.worker(), ticks.take(tick), tail);
  }

  private UnsortedTimesException unsorted(long asked) {
    return new UnsortedTimesException(
        "time "
            + Ticks.start(layout, asked)
            + " is too early: issued ids are remembered only after "
            + Ticks.start(layout, ticks.closed())
            + " ("
            + rememberedTicks
            + " ticks); sort the times, or open with more rememberedTicks");
  }

  private LayoutExhaustedException exhausted(long asked) {
    return new LayoutExhaustedException(
        "no ids are left between "
            + Ticks.start(layout, asked)
            + " and the end of the layout, "
            + layout.lastInstant()
            + "; open another lane",
        layout.lastInstant());
  }

  /**
   * Returns how far the time of an id was from the time that was asked for, at most. More than 0 if
   * a tick was asked for more often than it has numbers.
   *
   * @return a multiple of the layout's tick
   */
  public Duration greatestShift() {
    lock.lock();
    try {
      return layout.tick().multipliedBy(greatestShiftTicks);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the worker of all its ids.
   *
   * @return the worker, which no generator ever has
   */
  public int workerId() {
    return claim.worker();
  }

  /**
   * Returns the lane of all its ids.
   *
   * @return the rollback number times the timelines of the layout, plus the timeline
   */
  public int lane() {
    return claim.lane();
  }

  /**
   * Returns the layout of its ids.
   *
   * @return the layout
   */
  public Layout layout() {
    return layout;
  }
}
