package io.snowbraid.worker;

import io.snowbraid.internal.Arguments;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * A generator's request for a worker.
 *
 * @param layout the text form of the layout; a namespace keeps its layout forever
 * @param workers the number of workers in the layout
 * @param lanes the number of lanes in the layout
 * @param usedLanes the number of lanes used, starting with lane 0
 * @param tick the present tick by the generator's clock, negative before the epoch
 * @param horizon how far ahead the generator requests grants; a holder that has recorded nothing
 *     for that long, by the store's clock, may be presumed dead
 * @param owner the holder's name for people, such as a host or pod
 * @param spare the number of other workers that must remain free; 0 unless the generator already
 *     holds a worker and only wants a better one
 * @param excluded workers that this process cannot use
 */
public record WorkerRequest(
    String layout,
    int workers,
    int lanes,
    int usedLanes,
    long tick,
    Duration horizon,
    String owner,
    int spare,
    Set<Integer> excluded) {

  /**
   * Checks the values.
   *
   * @param layout not null
   * @param workers at least 1
   * @param lanes at least 1
   * @param usedLanes from 1 to {@code lanes}
   * @param tick any number
   * @param horizon more than 0
   * @param owner not null
   * @param spare at least 0
   * @param excluded not null
   * @throws IllegalArgumentException if a number is out of range
   */
  public WorkerRequest {
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(owner, "owner");
    excluded = Set.copyOf(excluded);
    Arguments.atLeast("workers", workers, 1);
    Arguments.atLeast("lanes", lanes, 1);
    Arguments.atLeast("horizon", horizon, Duration.ofNanos(1));
    Arguments.between("usedLanes", usedLanes, 1, lanes);
    Arguments.atLeast("spare", spare, 0);
  }

  /**
   * Creates the request of a generator that uses all lanes and accepts any worker.
   *
   * @param layout not null
   * @param workers at least 1
   * @param lanes at least 1
   * @param tick any number
   * @param horizon more than 0
   * @param owner not null
   */
  public WorkerRequest(
      String layout, int workers, int lanes, long tick, Duration horizon, String owner) {
    this(layout, workers, lanes, lanes, tick, horizon, owner, 0, Set.of());
  }

  /**
   * Returns whether a worker can issue ids at once. After a crash, its lanes may be granted beyond
   * the present tick.
   *
   * @param lastTicks for each lane of the worker, the last tick on which an id may have been issued
   * @return whether the last tick of any used lane is before the present tick
   */
  public boolean canIssueNow(long[] lastTicks) {
    for (int lane = 0; lane < usedLanes; lane++) {
      if (lastTicks[lane] < tick) {
        return true;
      }
    }
    return false;
  }
}
