package io.snowbraid;

import java.util.Arrays;

/**
 * Where the lanes of one worker stand. Lanes are numbered {@code rollback * timelines + timeline}.
 *
 * <p>Not safe for threads: its generator confines it to a lock.
 */
final class Lanes {

  /** Stands for "no lane". */
  static final int NONE = -1;

  private static final long NEVER = -1;

  private final int timelines;
  private final int sequences;
  private final long[] lastTicks;

  /** Per lane, the next free sequence number of its last tick; {@code sequences} if it is full. */
  private final int[] nextSequences;

  private int current = NONE;
  private long peak = Long.MIN_VALUE;

  Lanes(int rollbacks, int timelines, int sequences) {
    this.timelines = timelines;
    this.sequences = sequences;
    this.lastTicks = new long[rollbacks * timelines];
    this.nextSequences = new int[rollbacks * timelines];
    Arrays.fill(lastTicks, NEVER);
    Arrays.fill(nextSequences, sequences);
  }

  int count() {
    return lastTicks.length;
  }

  int timelines() {
    return timelines;
  }

  /** The latest tick on which the lane issued an id, -1 if there is none. */
  long lastTick(int lane) {
    return lastTicks[lane];
  }

  /** How many sequence numbers are left on the lane's last tick. */
  int room(int lane) {
    return sequences - nextSequences[lane];
  }

  /** The first tick on which the lane can issue. */
  long firstFreeTick(int lane) {
    return room(lane) > 0 ? lastTicks[lane] : lastTicks[lane] + 1;
  }

  /** The lane that issued the last id, {@link #NONE} before the first. */
  int current() {
    return current;
  }

  /** The highest clock reading since the clock last stepped back by more than the allowed lead. */
  long peak() {
    return peak;
  }

  /**
   * Makes a lane the current one and brings it to a tick.
   *
   * @param start the first sequence number to use if the tick is new to the lane
   */
  void enter(int lane, long tick, long newPeak, int start) {
    if (tick < lastTicks[lane]) {
      throw new IllegalStateException(
          "a lane passes a tick only once: lane="
              + lane
              + ", lastTick="
              + lastTicks[lane]
              + ", tick="
              + tick);
    }
    if (tick > lastTicks[lane]) {
      lastTicks[lane] = tick;
      nextSequences[lane] = start;
    }
    current = lane;
    peak = newPeak;
  }

  /**
   * Takes sequence numbers from the current lane.
   *
   * @return the first of {@code count} numbers, which the lane must have room for
   */
  int take(int count) {
    int first = nextSequences[current];
    nextSequences[current] = first + count;
    return first;
  }
}
