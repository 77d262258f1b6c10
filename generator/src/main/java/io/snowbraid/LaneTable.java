package io.snowbraid;

import java.util.Arrays;

/**
 * Where the lanes of one worker stand. Lanes are numbered {@code rollback * timelines + timeline}.
 *
 * <p>Its generator confines it to a lock; only the runs are shared with threads outside.
 */
final class LaneTable {

  /** Stands for "no lane". */
  static final int NONE = -1;

  private final int timelines;

  /** Per lane, the run of its last tick. */
  private final SequenceBlock[] runs;

  /** Per lane, the clock reading that its last tick answered. */
  private final long[] readings;

  /** Per lane, the last tick on which an id may be issued. */
  private final long[] horizons;

  /** Per lane of the layout, the last tick on which an id may have been issued at the beginning. */
  private final long[] found;

  private int current = NONE;
  private boolean granted;

  /**
   * Lanes on which nothing is granted yet.
   *
   * @param count how many lanes are used, from lane 0 on
   * @param found for each lane of the layout the last tick on which an id may have been issued
   */
  LaneTable(int count, int timelines, long[] found) {
    this.timelines = timelines;
    this.found = found.clone();
    this.runs = new SequenceBlock[count];
    Arrays.setAll(runs, lane -> SequenceBlock.usedUp(found[lane]));
    this.readings = Arrays.copyOf(found, count);
    this.horizons = Arrays.copyOf(found, count);
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
  SequenceBlock run(int lane) {
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

  /**
   * Lets ids go on after those of another worker: the generation of a lane stands where that worker
   * stood, used up.
   */
  void follow(LaneTable before, int lane) {
    int first = lane - lane % timelines;
    long tick = before.lastTick(before.current);
    for (int i = first; i < Math.min(first + timelines, runs.length); i++) {
      if (lastTick(i) < tick) {
        runs[i] = SequenceBlock.usedUp(tick);
      }
      readings[i] = Math.max(readings[i], before.peak());
    }
    current = lane;
  }

  /** Whether some lane stands before a tick. */
  boolean canStart(long tick) {
    return Arrays.stream(runs).anyMatch(run -> run.tick < tick);
  }

  /** How many rollback generations the lanes make up. */
  int generations() {
    return runs.length / timelines;
  }

  /** The latest clock reading at which a lane of a generation stands. */
  long latest(int generation) {
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < timelines; i++) {
      latest = Math.max(latest, readings[generation * timelines + i]);
    }
    return latest;
  }

  /** Whether the rule could turn to any lane of a generation. */
  boolean standsBefore(int generation, long now) {
    return latest(generation) < now;
  }

  /** Whether nothing of a generation is granted beyond a tick. */
  boolean isRecordedBefore(int generation, long now) {
    for (int i = 0; i < timelines; i++) {
      int lane = generation * timelines + i;
      if (Math.max(lastTick(lane), horizons[lane]) >= now) {
        return false;
      }
    }
    return true;
  }

  /** Whether an id may be issued there. */
  boolean isGranted(int lane, long tick) {
    return tick <= horizons[lane];
  }

  /** The last tick on which an id may be issued. */
  long horizon(int lane) {
    return horizons[lane];
  }

  /** Whether anything was ever granted. */
  boolean isGranted() {
    return granted;
  }

  /**
   * What is recorded: for each lane of the layout the last tick on which an id was issued or may
   * be.
   */
  long[] recorded() {
    long[] ticks = lastTicks();
    for (int i = 0; i < horizons.length; i++) {
      ticks[i] = Math.max(ticks[i], horizons[i]);
    }
    return ticks;
  }

  /** Allows what was planned, once that is recorded. */
  void grant(long[] planned) {
    System.arraycopy(planned, 0, horizons, 0, horizons.length);
    granted = true;
  }

  /** For each lane of the layout, the last tick on which an id was issued, or may have been. */
  long[] lastTicks() {
    long[] ticks = found.clone();
    for (int i = 0; i < runs.length; i++) {
      ticks[i] = lastTick(i);
    }
    return ticks;
  }

  /** Uses up what is left of all runs and grants. */
  void withdraw() {
    for (int i = 0; i < runs.length; i++) {
      runs[i].useUp();
      horizons[i] = lastTick(i);
    }
  }

  /** Makes a lane the current one, at the tick where it stands. */
  void resume(int lane, long reading) {
    current = lane;
    readings[lane] = reading;
  }

  /** Makes the lane of a new run the current one and brings it to the run's tick. */
  void enter(SequenceBlock run, long reading) {
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
