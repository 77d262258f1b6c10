package io.snowbraid;

import java.util.Arrays;

/**
 * Where the lanes of one worker stand. Lanes are numbered {@code rollback * timelines + timeline}.
 *
 * <p>Its generator confines it to a lock; only the runs are shared with threads outside.
 */
final class Lanes {

  /** Stands for "no lane". */
  static final int NONE = -1;

  private static final Run NEVER = Run.empty();

  private final int timelines;

  /** Per lane, the run of its last tick. */
  private final Run[] runs;

  /** Per lane, the clock reading that its last tick answered. */
  private final long[] readings;

  private int current = NONE;

  Lanes(int rollbacks, int timelines) {
    this.timelines = timelines;
    this.runs = new Run[rollbacks * timelines];
    this.readings = new long[runs.length];
    Arrays.fill(runs, NEVER);
    Arrays.fill(readings, NEVER.tick);
  }

  int count() {
    return runs.length;
  }

  int timelines() {
    return timelines;
  }

  /** The latest tick on which the lane issued, or may have issued, an id; -1 if there is none. */
  long lastTick(int lane) {
    return runs[lane].tick;
  }

  /** How many sequence numbers are left on the lane's last tick. */
  int room(int lane) {
    return runs[lane].room();
  }

  /** The first tick on which the lane can issue. */
  long firstFreeTick(int lane) {
    return room(lane) > 0 ? lastTick(lane) : lastTick(lane) + 1;
  }

  /** The run of the lane's last tick. */
  Run run(int lane) {
    return runs[lane];
  }

  /** The lane that was named last, {@link #NONE} before the first. */
  int current() {
    return current;
  }

  /**
   * The clock reading at which the lane stands. Its last tick may be ahead of it, by the lead of a
   * burst.
   */
  long reading(int lane) {
    return readings[lane];
  }

  /** The highest clock reading since the clock last stepped back by more than the allowed lead. */
  long peak() {
    return current == NONE ? Long.MIN_VALUE : readings[current];
  }

  /** Makes a lane the current one, at the tick where it stands. */
  void resume(int lane, long reading) {
    current = lane;
    readings[lane] = reading;
  }

  /** Makes the lane of a new run the current one and brings it to the run's tick. */
  void enter(Run run, long reading) {
    if (run.tick <= lastTick(run.lane)) {
      throw new IllegalStateException(
          "a lane passes a tick only once: lane="
              + run.lane
              + ", lastTick="
              + lastTick(run.lane)
              + ", tick="
              + run.tick);
    }
    runs[run.lane] = run;
    resume(run.lane, reading);
  }
}
