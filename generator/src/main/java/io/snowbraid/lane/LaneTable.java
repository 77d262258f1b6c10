package io.snowbraid.lane;

import java.util.Arrays;

/**
 * Where the lanes of one worker stand. Lanes are numbered {@code rollback * timelines + timeline}.
 *
 * <p>Its generator confines it to a lock; only the runs are shared with threads outside.
 */
public final class LaneTable {

  /** Stands for "no lane". */
  public static final int NO_LANE = -1;

  private final int timelines;

  /** Per lane, the run of its last tick. */
  private final SequenceBlock[] blocks;

  /** Per lane, the clock reading that its last tick answered. */
  private final long[] readings;

  /** Per lane, the last tick on which an id may be issued. */
  private final long[] grantedTicks;

  /** Per lane of the layout, the last tick on which an id may have been issued at the beginning. */
  private final long[] initialTicks;

  private int current = NO_LANE;
  private boolean granted;

  /**
   * Lanes on which nothing is granted yet.
   *
   * @param count how many lanes are used, from lane 0 on
   * @param initialTicks for each lane of the layout the last tick on which an id may have been
   *     issued
   */
  public LaneTable(int count, int timelines, long[] initialTicks) {
    this.timelines = timelines;
    this.initialTicks = initialTicks.clone();
    this.blocks = new SequenceBlock[count];
    Arrays.setAll(blocks, lane -> SequenceBlock.usedUp(initialTicks[lane]));
    this.readings = Arrays.copyOf(initialTicks, count);
    this.grantedTicks = Arrays.copyOf(initialTicks, count);
  }

  public int count() {
    return blocks.length;
  }

  public int timelines() {
    return timelines;
  }

  /** The latest tick on which the lane issued, or may have issued, an id; -1 if there is none. */
  public long lastTick(int lane) {
    return blocks[lane].tick;
  }

  /** How many sequence numbers are left on the lane's last tick. */
  public int remaining(int lane) {
    return blocks[lane].remaining();
  }

  /** The first tick on which the lane can issue. */
  public long firstFreeTick(int lane) {
    return remaining(lane) > 0 ? lastTick(lane) : lastTick(lane) + 1;
  }

  /** The run of the lane's last tick. */
  public SequenceBlock block(int lane) {
    return blocks[lane];
  }

  /** The lane that was named last, {@link #NO_LANE} before the first. */
  public int current() {
    return current;
  }

  /**
   * The clock reading at which the lane stands. Its last tick may be ahead of it, by the lead of a
   * burst.
   */
  public long reading(int lane) {
    return readings[lane];
  }

  /** The highest clock reading since the clock last stepped back by more than the allowed lead. */
  public long peak() {
    return current == NO_LANE ? Long.MIN_VALUE : readings[current];
  }

  /**
   * Lets ids go on after those of another worker: the generation of a lane stands where that worker
   * stood, used up.
   */
  public void continueAfter(LaneTable before, int lane) {
    int first = lane - lane % timelines;
    long tick = before.lastTick(before.current);
    for (int i = first; i < Math.min(first + timelines, blocks.length); i++) {
      if (lastTick(i) < tick) {
        blocks[i] = SequenceBlock.usedUp(tick);
      }
      readings[i] = Math.max(readings[i], before.peak());
    }
    current = lane;
  }

  /** Whether some lane stands before a tick. */
  public boolean canIssueOn(long tick) {
    return Arrays.stream(blocks).anyMatch(block -> block.tick < tick);
  }

  /** How many rollback generations the lanes make up. */
  public int rollbacks() {
    return blocks.length / timelines;
  }

  /** The latest clock reading at which a lane of a generation stands. */
  public long latestReading(int rollback) {
    long latestReading = Long.MIN_VALUE;
    for (int i = 0; i < timelines; i++) {
      latestReading = Math.max(latestReading, readings[rollback * timelines + i]);
    }
    return latestReading;
  }

  /** Whether the rule could turn to any lane of a generation. */
  public boolean isBefore(int rollback, long now) {
    return latestReading(rollback) < now;
  }

  /** Whether nothing of a generation is granted beyond a tick. */
  public boolean isUnusedSince(int rollback, long now) {
    for (int i = 0; i < timelines; i++) {
      int lane = rollback * timelines + i;
      if (Math.max(lastTick(lane), grantedTicks[lane]) >= now) {
        return false;
      }
    }
    return true;
  }

  /** Whether an id may be issued there. */
  public boolean isGranted(int lane, long tick) {
    return tick <= grantedTicks[lane];
  }

  /** The last tick on which an id may be issued. */
  public long grantedTick(int lane) {
    return grantedTicks[lane];
  }

  /** Whether anything was ever granted. */
  public boolean isGranted() {
    return granted;
  }

  /**
   * What is recorded: for each lane of the layout the last tick on which an id was issued or may
   * be.
   */
  public long[] recorded() {
    long[] ticks = lastTicks();
    for (int i = 0; i < grantedTicks.length; i++) {
      ticks[i] = Math.max(ticks[i], grantedTicks[i]);
    }
    return ticks;
  }

  /** Allows what was planned, once that is recorded. */
  public void grant(long[] planned) {
    System.arraycopy(planned, 0, grantedTicks, 0, grantedTicks.length);
    granted = true;
  }

  /** For each lane of the layout, the last tick on which an id was issued, or may have been. */
  public long[] lastTicks() {
    long[] ticks = initialTicks.clone();
    for (int i = 0; i < blocks.length; i++) {
      ticks[i] = lastTick(i);
    }
    return ticks;
  }

  /** Uses up what is left of all runs and grants. */
  public void revoke() {
    for (int i = 0; i < blocks.length; i++) {
      blocks[i].useUp();
      grantedTicks[i] = lastTick(i);
    }
  }

  /** Makes a lane the current one, at the tick where it stands. */
  public void resume(int lane, long reading) {
    current = lane;
    readings[lane] = reading;
  }

  /** Makes the lane of a new run the current one and brings it to the run's tick. */
  public void enter(SequenceBlock block, long reading) {
    if (block.tick <= lastTick(block.lane)) {
      throw new IllegalStateException(
          "a lane passes a tick only once: lane="
              + block.lane
              + ", lastTick="
              + lastTick(block.lane)
              + ", tick="
              + block.tick);
    }
    blocks[block.lane] = block;
    resume(block.lane, reading);
  }
}
