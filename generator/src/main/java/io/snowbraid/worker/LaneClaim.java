package io.snowbraid.worker;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A permanent right to some ticks of one lane of a reserved worker, which no generator ever leases.
 *
 * @param worker the worker
 * @param lane the lane: rollback number × timelines per rollback number + timeline
 * @param firstTick the first claimed tick
 * @param lastTick the last claimed tick
 */
public record LaneClaim(int worker, int lane, long firstTick, long lastTick) {

  /** Stands in a record for the last tick of a lane that is claimed as a whole. */
  public static final long ALL_TICKS = Long.MAX_VALUE;

  /** The owner in the records of reserved workers, for people. */
  public static final String OWNER = "ids for the past, and blocks";

  /** Chooses ticks to claim. */
  @FunctionalInterface
  public interface Choice {

    /**
     * Chooses ticks.
     *
     * @param lanes for each worker, the last claimed tick of each lane; -1 if there is none
     * @return unclaimed ticks; empty if no lane is suitable
     */
    Optional<LaneClaim> of(SortedMap<Integer, List<Long>> lanes);
  }

  /**
   * Checks the values.
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
   * Chooses all ticks of the first lane without claims.
   *
   * @param lanes as for {@link Choice#of}
   * @return the whole lane; empty if every lane has claims
   */
  public static Optional<LaneClaim> wholeLane(SortedMap<Integer, List<Long>> lanes) {
    return all(lanes)
        .filter(lane -> lane.last < 0)
        .map(lane -> new LaneClaim(lane.worker, lane.number, 0, ALL_TICKS))
        .findFirst();
  }

  /**
   * Chooses the lane on which a block can begin earliest: after the present tick and the lane's
   * claimed ticks. Among equal lanes, those with blocks come first, which keeps more lanes free for
   * past ids.
   *
   * @param now the present tick
   * @param ticks the number of ticks to claim, at least 1
   * @param limit the last tick that may be claimed
   * @return a choice, which is empty if no lane has enough ticks up to the limit
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

  /** A lane and its last claimed tick. */
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
