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
 * Generates ids for given times, such as the creation times of existing rows. Past ids are ordered
 * by these times, together with all other ids of the namespace. They never equal an id of a
 * generator or of another job, even if the job crashes or runs twice.
 *
 * <p><b>Opening</b> claims a worker's lane forever. Before the first id, one durable write ensures
 * that no generator and no other job ever uses this lane; within the lane, each number of a tick is
 * used once. Uniqueness depends only on this write, not on a clock. There is nothing to close. A
 * worker has few lanes (16 in the default layout), so open once per job run, not per row. A
 * repeated run opens again, and gets another lane.
 *
 * <p><b>Crowded ticks.</b> An id carries the requested tick, or the next one with room if all its
 * numbers are used (2,048 in the default layout). If all later ticks of the layout are full, it
 * carries the nearest earlier one, so ids there decrease even for sorted times. {@link
 * #greatestShift()} returns the largest such shift. Numbers within a tick start at a random point
 * and wrap around: {@code id % 1024} is uniform, and ids of one tick are in no particular order,
 * also relative to generated ids.
 *
 * <p><b>Memory</b> is limited to one entry for each partly used tick and each run of full ticks.
 * Beyond the limit, the lowest entry is forgotten, and times up to it are rejected. Sorted times
 * need almost no memory.
 *
 * <p>Do not clone the process (memory snapshot, CRaC checkpoint) while it generates past ids: both
 * clones would issue the same ids. After a backup of the source is restored, see docs/promises.md
 * (P2).
 *
 * <p>Thread-safe.
 */
public final class PastIds {

  /** How many ticks, or runs of full ticks, are remembered by default. */
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
   * Claims a lane, with the default layout.
   *
   * @param source the generators' worker source: the same table or directory, and the same
   *     namespace
   * @return a source of past ids
   * @throws NoWorkerAvailableException if no lane can be claimed: no unused worker is left, the
   *     source cannot reserve workers (such as a fixed worker), the namespace has another layout,
   *     or the store fails
   * @throws IllegalArgumentException if the layout contains none of the source's workers
   */
  public static PastIds open(WorkerSource source) {
    return open(source, Layout.DEFAULT);
  }

  /**
   * Claims a lane.
   *
   * @param source the generators' worker source
   * @param layout the generators' layout; its epoch must precede all times
   * @return a source of past ids
   * @throws NoWorkerAvailableException if no lane can be claimed
   * @throws IllegalArgumentException if the layout contains none of the source's workers
   */
  public static PastIds open(WorkerSource source, Layout layout) {
    return open(source, layout, DEFAULT_REMEMBERED_TICKS);
  }

  /**
   * Claims a lane, for unsorted times.
   *
   * @param source the generators' worker source
   * @param layout the generators' layout; its epoch must precede all times
   * @param rememberedTicks how many ticks, or runs of full ticks, to remember, at least 2; each
   *     takes about 90 bytes
   * @return a source of past ids
   * @throws NoWorkerAvailableException if no lane can be claimed
   * @throws IllegalArgumentException if {@code rememberedTicks} is less than 2, or the layout
   *     contains none of the source's workers
   */
  public static PastIds open(WorkerSource source, Layout layout, int rememberedTicks) {
    Arguments.atLeast("rememberedTicks", rememberedTicks, 2);
    return new PastIds(
        layout, LaneClaimer.claim(source, layout, LaneClaim::wholeLane), rememberedTicks);
  }

  /**
   * Generates an id for a time.
   *
   * @param time from the layout's epoch to its last instant; may be in the future
   * @return an id of the time's tick, or of another tick with room
   * @throws IllegalArgumentException if the time is outside the layout
   * @throws UnsortedTimesException if the ids already issued for this time are no longer remembered
   * @throws LayoutExhaustedException if this and all later ticks of the layout are full, and no
   *     earlier tick with room is left
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
   * Generates ids for times in any order, as if the times had been sorted.
   *
   * @param times from the layout's epoch to its last instant
   * @return the ids, each at the position of its time
   * @throws IllegalArgumentException if a time is outside the layout; then no id is issued
   * @throws UnsortedTimesException if the ids already issued for a time are no longer remembered;
   *     then some ids stay unused
   * @throws LayoutExhaustedException if a time's tick and all later ones are full, and no earlier
   *     tick with room is left; then some ids stay unused
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
   * {@return the largest distance between an id's time and its requested time, a multiple of the
   * tick; more than 0 once a tick was requested more often than it has numbers}
   */
  public Duration greatestShift() {
    lock.lock();
    try {
      return layout.tick().multipliedBy(greatestShiftTicks);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the worker of all ids, which no generator ever holds} */
  public int workerId() {
    return claim.worker();
  }

  /** {@return the lane of all ids: rollback number × timelines per rollback number + timeline} */
  public int lane() {
    return claim.lane();
  }

  /** {@return the layout of the ids} */
  public Layout layout() {
    return layout;
  }
}
