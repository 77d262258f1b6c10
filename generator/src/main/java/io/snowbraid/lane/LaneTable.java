package io.snowbraid.lane;

import java.util.Arrays;

/**
 * Holds the lanes of one worker. A <em>lane</em> is a pair of rollback number and timeline, and
 * enters each tick only once. Lanes are numbered {@code rollback * timelines + timeline}. The
 * <em>position</em> of a lane is the clock reading that its last tick answered.
 *
 * <p>Guarded by its generator's lock; only the sequence blocks are shared with threads outside it.
 */
public final class LaneTable {

  /** Means "no lane". */
  public static final int NO_LANE = -1;

  private final int timelines;

  /** Per lane, the sequence block of its last tick. */
  private final SequenceBlock[] blocks;

  /** Per lane, its position: the clock reading that its last tick answered. */
  private final long[] positions;

  /** Per lane, the last tick on which an id may be issued. */
  private final long[] grantedTicks;

  /**
   * Per lane of the layout, the last tick on which an id may have been issued before this table was
   * created.
   */
  private final long[] initialTicks;

  private int current = NO_LANE;
  private boolean granted;

  /**
   * Creates lanes on which nothing is granted yet.
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
    this.positions = Arrays.copyOf(initialTicks, count);
    this.grantedTicks = Arrays.copyOf(initialTicks, count);
  }

  /** Returns a table on which nothing can be issued, before there is a worker. */
  public static LaneTable none() {
    return new LaneTable(1, 1, new long[] {-1});
  }

  public int count() {
    return blocks.length;
  }

  public int timelines() {
    return timelines;
  }

  /**
   * Returns the latest tick on which the lane issued, or may have issued, an id; -1 if there is
   * none.
   */
  public long lastTick(int lane) {
    return blocks[lane].tick;
  }

  /** Returns how many sequence numbers are left on the lane's last tick. */
  public int remaining(int lane) {
    return blocks[lane].remaining();
  }

  /** Returns the first tick on which the lane can issue. */
  public long firstFreeTick(int lane) {
    return remaining(lane) > 0 ? lastTick(lane) : lastTick(lane) + 1;
  }

  /** Returns the sequence block of the lane's last tick. */
  public SequenceBlock block(int lane) {
    return blocks[lane];
  }

  /** Returns the lane that was used last; {@link #NO_LANE} before the first. */
  public int current() {
    return current;
  }

  /** Returns the lane's position. Its last tick may be later, by the lead of a burst. */
  public long position(int lane) {
    return positions[lane];
  }

  /**
   * Returns the highest clock reading since the clock last stepped back by more than the allowed
   * lead.
   */
  public long peak() {
    return current == NO_LANE ? Long.MIN_VALUE : positions[current];
  }

  /**
   * Makes ids continue after those of another worker: all lanes of one lane's rollback number take
   * over that worker's position, used up.
   */
  public void continueAfter(LaneTable before, int lane) {
    int first = lane - lane % timelines;
    long tick = before.lastTick(before.current);
    for (int i = first; i < Math.min(first + timelines, blocks.length); i++) {
      if (lastTick(i) < tick) {
        blocks[i] = SequenceBlock.usedUp(tick);
      }
      positions[i] = Math.max(positions[i], before.peak());
    }
    current = lane;
  }

  /** Returns whether the last tick of some lane is before the given tick. */
  public boolean canIssueOn(long tick) {
    return Arrays.stream(blocks).anyMatch(block -> block.tick < tick);
  }

  /** Returns how many rollback numbers the lanes have. */
  public int rollbacks() {
    return blocks.length / timelines;
  }

  /** Returns the latest position of the lanes of a rollback number. */
  public long latestPosition(int rollback) {
    long latestPosition = Long.MIN_VALUE;
    for (int i = 0; i < timelines; i++) {
      latestPosition = Math.max(latestPosition, positions[rollback * timelines + i]);
    }
    return latestPosition;
  }

  /** Returns whether all lanes of a rollback number are positioned before now. */
  public boolean isBefore(int rollback, long now) {
    return latestPosition(rollback) < now;
  }

  /** Returns whether no lane of a rollback number has a grant or an id from a tick on. */
  public boolean isUnusedSince(int rollback, long now) {
    for (int i = 0; i < timelines; i++) {
      int lane = rollback * timelines + i;
      if (Math.max(lastTick(lane), grantedTicks[lane]) >= now) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an id may be issued on a tick of a lane. */
  public boolean isGranted(int lane, long tick) {
    return tick <= grantedTicks[lane];
  }

  /** Returns the last tick on which an id may be issued. */
  public long grantedTick(int lane) {
    return grantedTicks[lane];
  }

  /** Returns whether anything was ever granted. */
  public boolean isGranted() {
    return granted;
  }

  /**
   * Returns what is recorded: for each lane of the layout the last tick on which an id was or may
   * be issued.
   */
  public long[] recorded() {
    long[] ticks = lastTicks();
    for (int i = 0; i < grantedTicks.length; i++) {
      ticks[i] = Math.max(ticks[i], grantedTicks[i]);
    }
    return ticks;
  }

  /** Allows ids on the planned ticks, once these are recorded. */
  public void grant(long[] planned) {
    System.arraycopy(planned, 0, grantedTicks, 0, grantedTicks.length);
    granted = true;
  }

  /**
   * Returns, for each lane of the layout, the last tick on which an id was, or may have been,
   * issued.
   */
  public long[] lastTicks() {
    long[] ticks = initialTicks.clone();
    for (int i = 0; i < blocks.length; i++) {
      ticks[i] = lastTick(i);
    }
    return ticks;
  }

  /** Uses up what is left of all sequence blocks and grants. */
  public void revoke() {
    for (int i = 0; i < blocks.length; i++) {
      blocks[i].useUp();
      grantedTicks[i] = lastTick(i);
    }
  }

  /** Makes a lane the current one, on its last tick. */
  public void resume(int lane, long reading) {
    current = lane;
    positions[lane] = reading;
  }

  /** Makes the lane of a new sequence block the current one and moves it to the block's tick. */
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
