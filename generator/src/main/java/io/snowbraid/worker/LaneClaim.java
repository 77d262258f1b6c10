package io.snowbraid.worker;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A claim: the right to some ticks of one lane of a reserved worker, forever. No other holder ever
 * gets them, and no generator ever leases the worker, so there is nothing to extend or to release.
 *
 * @param worker the worker, which was never held by a generator
 * @param lane the lane: the rollback number times the timelines of the layout, plus the timeline
 * @param firstTick the first of the ticks
 * @param lastTick the last of them
 */
public record LaneClaim(int worker, int lane, long firstTick, long lastTick) {

  /** What a record says instead of the last tick of a lane that is claimed as a whole. */
  public static final long ALL_TICKS = Long.MAX_VALUE;

  /** The owner of reserved workers in records, for people. */
  public static final String OWNER = "ids for the past, and blocks";

  /** Chooses ticks to claim. */
  @FunctionalInterface
  public interface Choice {

    /**
     * Chooses.
     *
     * @param lanes for each worker the last claimed tick of each lane, -1 if there is none
     * @return ticks that nobody has claimed; empty if none of these lanes will do
     */
    Optional<LaneClaim> of(SortedMap<Integer, List<Long>> lanes);
  }

  /**
   * Checks a claim.
   *
   * @param worker at least 0
   * @param lane at least 0
   * @param firstTick at least 0
   * @param lastTick at least {@code firstTick}
   * @throws IllegalArgumentException if a number is out of range
   */
  public LaneClaim {
    if (worker < 0 || lane < 0 || firstTick < 0 || lastTick < firstTick) {
      throw new IllegalArgumentException(
          "worker, lane and firstTick must not be negative, and lastTick must not be before"
              + " firstTick: worker="
              + worker
              + ", lane="
              + lane
              + ", firstTick="
              + firstTick
              + ", lastTick="
              + lastTick);
    }
  }

  /**
   * Chooses the first lane of which nothing is claimed, with all its ticks.
   *
   * @param lanes for each worker the last claimed tick of each lane, -1 if there is none
   * @return all ticks of a lane; empty if all lanes are used
   */
  public static Optional<LaneClaim> wholeLane(SortedMap<Integer, List<Long>> lanes) {
    return all(lanes)
        .filter(lane -> lane.last < 0)
        .map(lane -> new LaneClaim(lane.worker, lane.number, 0, ALL_TICKS))
        .findFirst();
  }

  /**
   * Chooses where a block can begin the earliest: after the present tick, and after the ticks of a
   * lane that are claimed already. Among equal lanes those come first that blocks use already, so
   * that most remain for ids of the past.
   *
   * @param now the present tick
   * @param ticks how many ticks to claim, at least 1
   * @param limit the last tick that may be claimed
   * @return the choice, which is empty if no lane has as many ticks left up to the limit
   */
  public static Choice earliest(long now, long ticks, long limit) {
    Comparator<Lane> byStart = Comparator.comparingLong(lane -> Math.max(lane.last, now));
    return lanes ->
        all(lanes)
            .filter(lane -> lane.last != ALL_TICKS)
            .min(byStart.thenComparing(lane -> lane.last < 0))
            .map(lane -> lane.claim(now, ticks))
            .filter(claim -> claim.lastTick <= limit);
  }

  /** A lane, and the last tick of it that is claimed. */
  private record Lane(int worker, int number, long last) {

    LaneClaim claim(long now, long ticks) {
      long before = Math.max(last, now);
      return new LaneClaim(worker, number, before + 1, before + ticks);
    }
  }

  private static Stream<Lane> all(SortedMap<Integer, List<Long>> lanes) {
    return lanes.entrySet().stream().flatMap(worker -> lanes(worker.getKey(), worker.getValue()));
  }

  private static Stream<Lane> lanes(int worker, List<Long> last) {
    return IntStream.range(0, last.size()).mapToObj(lane -> new Lane(worker, lane, last.get(lane)));
  }
}
