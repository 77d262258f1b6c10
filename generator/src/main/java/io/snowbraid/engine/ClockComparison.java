package io.snowbraid.engine;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the clock of a generator that acquired a worker with the store clock, and with the
 * clocks of other processes as their grants show them. Ids stay unique whatever the clocks show.
 */
final class ClockComparison {

  private static final Duration NOTABLE = Duration.ofSeconds(10);

  private final Layout layout;
  private final @Nullable Duration maxOffset;

  ClockComparison(Layout layout, @Nullable Duration maxOffset) {
    this.layout = layout;
    this.maxOffset = maxOffset;
  }

  /**
   * Logs notable differences.
   *
   * @throws WorkerSourceException if the clock differs from the store clock by more than is allowed
   */
  void check(WorkerLease lease, int worker, Instant now) {
    List<Duration> others =
        lease.otherClocks(layout.epoch(), layout.tick()).stream().sorted().toList();
    lease.storeTime().ifPresent(time -> check(worker, Duration.between(time, now), time, others));
  }

  private void check(int worker, Duration offset, Instant storeTime, List<Duration> others) {
    if (maxOffset != null && offset.abs().compareTo(maxOffset) > 0) {
      throw new WorkerSourceException(
          "clock differs from the store clock ("
              + storeTime
              + ") by "
              + Durations.text(offset)
              + ", more than maxClockOffset="
              + Durations.text(maxOffset)
              + comparedWith(others, offset)
              + "; correct the clock");
    }
    if (isNotable(offset) || others.stream().anyMatch(other -> isNotable(offset.minus(other)))) {
      Log.warn(
          "clock differs from the store clock by {0}{1}, and ids of worker {2} carry its time;"
              + " check the clocks",
          Durations.text(offset), comparedWith(others, offset), worker);
    } else if (maxOffset != null) {
      Log.info(
          "clock differs from the store clock by {0}{1}: worker {2}",
          Durations.text(offset), comparedWith(others, offset), worker);
    }
  }

  private static boolean isNotable(Duration difference) {
    return difference.abs().compareTo(NOTABLE) > 0;
  }

  private static String comparedWith(List<Duration> others, Duration offset) {
    if (others.isEmpty()) {
      return "";
    }
    Duration first = offset.minus(others.get(others.size() - 1));
    Duration last = offset.minus(others.get(0));
    return (others.size() == 1
            ? ", and from the clock of 1 other process by "
            : ", and from the clocks of " + others.size() + " other processes by ")
        + Durations.text(first)
        + (first.equals(last) ? "" : " to " + Durations.text(last));
  }
}
