package io.snowbraid.lane;

import java.util.Arrays;

/**
 * The lanes of one worker. A <em>lane</em> is a pair of rollback number and timeline, numbered
 * {@code rollback * timelines + timeline}. It enters each tick only once. A lane's
 * <em>position</em> is the clock reading of its last decision; its last tick can be later, by the
 * lead of a burst.
 *
 * <p>Guarded by the generator's lock. Only the sequence blocks are shared outside it.
 */
public final class LaneTable {

  public static final int NO_LANE = -1;

  private final int timelines;

  /** Per lane: the sequence block of its last tick. */
  private final SequenceBlock[] blocks;

  /** Per lane: its position. */
  private final long[] positions;

  /** Per lane: the last tick that may be issued. */
  private final long[] grantedTicks;

  /** Per lane of the layout: the last tick that an earlier lease may have issued. */
  private final long[] initialTicks;

  private int current = NO_LANE;
  private boolean granted;

  /**
   * Creates lanes without a grant.
   *
   * @param count the number of lanes in use, starting at lane 0
   * @param initialTicks per lane of the layout, the last tick that may already have been issued; -1
   *     if none
   */
  public LaneTable(int count, int timelines, long[] initialTicks) {
    this.timelines = timelines;
    this.initialTicks = initialTicks.clone();
    this.blocks = new SequenceBlock[count];
    Arrays.setAll(blocks, lane -> SequenceBlock.usedUp(initialTicks[lane]));
    this.positions = Arrays.copyOf(initialTicks, count);
    this.grantedTicks = Arrays.copyOf(initialTicks, count);
  }

  /** Returns the table of a generator without a worker, which can issue nothing. */
  public static LaneTable none() {
    return new LaneTable(1, 1, new long[] {-1});
  }

  public int count() {
    return blocks.length;
  }

  public int timelines() {
    return timelines;
  }

  /** Returns the last tick that the lane issued or may have issued; -1 if there is none. */
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

  public SequenceBlock block(int lane) {
    return blocks[lane];
  }

  /** Returns the lane used last; {@link #NO_LANE} if none was used. */
  public int current() {
    return current;
  }

  public long position(int lane) {
    return positions[lane];
  }

  /**
   * Returns the highest clock reading since the clock last stepped back by more than {@code
   * maxLead}; the minimum long if no lane was used.
   */
  public long peak() {
    return current == NO_LANE ? Long.MIN_VALUE : positions[current];
  }

  /**
   * Makes ids continue after those of the previous worker: moves all lanes of one rollback number
   * to the previous worker's position and last tick.
   *
   * @param before the previous worker's lanes
   * @param lane the lane to continue on
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

  /** Returns whether any lane's last tick is before the given tick. */
  public boolean canIssueOn(long tick) {
    return Arrays.stream(blocks).anyMatch(block -> block.tick < tick);
  }

  public int rollbacks() {
    return blocks.length / timelines;
  }

  /** Returns the latest position of a rollback number's lanes. */
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

  /** Returns whether no lane of a rollback number has an id or a grant at or after now. */
  public boolean isUnusedSince(int rollback, long now) {
    for (int i = 0; i < timelines; i++) {
      int lane = rollback * timelines + i;
      if (Math.max(lastTick(lane), grantedTicks[lane]) >= now) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a lane may issue a tick. */
  public boolean isGranted(int lane, long tick) {
    return tick <= grantedTicks[lane];
  }

  /** Returns the last tick that a lane may issue. */
  public long grantedTick(int lane) {
    return grantedTicks[lane];
  }

  /** Returns whether a grant was ever applied. */
  public boolean isGranted() {
    return granted;
  }

  /**
   * Returns, for each lane of the layout, the last tick that was issued or is granted: what the
   * store has recorded.
   */
  public long[] recorded() {
    long[] ticks = lastTicks();
    for (int i = 0; i < grantedTicks.length; i++) {
      ticks[i] = Math.max(ticks[i], grantedTicks[i]);
    }
    return ticks;
  }

  /** Applies a grant that the store has recorded. */
  public void grant(long[] planned) {
    System.arraycopy(planned, 0, grantedTicks, 0, grantedTicks.length);
    granted = true;
  }

  /** Returns, for each lane of the layout, the last tick that was or may have been issued. */
  public long[] lastTicks() {
    long[] ticks = initialTicks.clone();
    for (int i = 0; i < blocks.length; i++) {
      ticks[i] = lastTick(i);
    }
    return ticks;
  }

  /** Ends the grant, and uses up all sequence blocks. */
  public void revoke() {
    for (int i = 0; i < blocks.length; i++) {
      blocks[i].useUp();
      grantedTicks[i] = lastTick(i);
    }
  }

  /** Makes a lane current, on its last tick. */
  public void resume(int lane, long reading) {
    current = lane;
    positions[lane] = reading;
  }

  /**
   * Makes a new block's lane current and moves it to the block's tick.
   *
   * @throws IllegalStateException if the lane has already entered that tick
   */
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
