package io.snowbraid.lane;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Assigns the sequence numbers of one lane to ticks requested in any order. It remembers a limited
 * number of entries: one for each partly used tick, and one for each run of full ticks. Beyond that
 * limit, it forgets the lowest entry and <em>closes</em> all ticks up to it, so that no number is
 * assigned twice.
 *
 * <p>A request uses its own tick or, if that is full, the next one with room. There are two
 * reasons: timestamps are usually truncated to seconds, so the true time is later, and sorted
 * timestamps get sorted ids. Only if no later tick is left, the nearest earlier one is used, and
 * ids decrease.
 *
 * <p>Reads no clock. Not thread-safe.
 */
public final class PastTicks {

  /** The numbers of a partly used tick: ascending from a random start, then wrapping around. */
  private static final class Numbers {
    private final int start;
    private int used;

    Numbers(int start) {
      this.start = start;
    }
  }

  private final long lastTick;
  private final int sequences;
  private final int remembered;
  private final IntUnaryOperator random;

  private final TreeMap<Long, Numbers> partlyUsed = new TreeMap<>();

  /** Runs of adjacent full ticks, as first tick to last tick. */
  private final TreeMap<Long, Long> full = new TreeMap<>();

  /** The highest closed tick. */
  private long closed = -1;

  /**
   * Creates a lane with no number used.
   *
   * @param lastTick the layout's last tick
   * @param sequences the number of sequence numbers per tick
   * @param remembered how many entries are remembered, at least 2, which suffices for sorted ticks
   * @param random returns a random number from 0 to its argument - 1, where a tick starts
   */
  public PastTicks(long lastTick, int sequences, int remembered, IntUnaryOperator random) {
    this.lastTick = lastTick;
    this.sequences = sequences;
    this.remembered = remembered;
    this.random = random;
  }

  /**
   * Returns the tick to use for a requested one; -1 if the requested tick, or every tick with room,
   * is closed.
   */
  public long withRoom(long asked) {
    if (isClosed(asked)) {
      return -1;
    }
    Map.Entry<Long, Long> run = full.floorEntry(asked);
    if (run == null || run.getValue() < asked) {
      return asked;
    }
    if (run.getValue() < lastTick) {
      return run.getValue() + 1;
    }
    return isClosed(run.getKey() - 1) ? -1 : run.getKey() - 1;
  }

  /** Returns whether no more numbers of a tick are assigned. */
  public boolean isClosed(long tick) {
    return tick <= closed;
  }

  /** Returns the highest closed tick; -1 if none is closed. */
  public long closed() {
    return closed;
  }

  /** Returns an unused sequence number of a tick that {@link #withRoom} returned last. */
  public int take(long tick) {
    Numbers numbers =
        partlyUsed.computeIfAbsent(tick, any -> new Numbers(random.applyAsInt(sequences)));
    int number = (int) (((long) numbers.start + numbers.used) % sequences);
    numbers.used++;
    if (numbers.used == sequences) {
      fill(tick);
    }
    if (partlyUsed.size() + full.size() > remembered) {
      forgetLowest();
    }
    return number;
  }

  /** Adds a full tick to the runs, joining its neighbours. */
  private void fill(long tick) {
    Map.Entry<Long, Long> before = full.floorEntry(tick);
    long first = before != null && before.getValue() == tick - 1 ? before.getKey() : tick;
    Long last = full.get(tick + 1);
    full.put(
        first, last == null ? tick : last); // put before removing: this line may run out of memory
    full.remove(tick + 1);
    partlyUsed.remove(tick);
  }

  private void forgetLowest() {
    Map.Entry<Long, Numbers> partly = partlyUsed.firstEntry();
    Map.Entry<Long, Long> run = full.firstEntry();
    if (run == null || (partly != null && partly.getKey() < run.getKey())) {
      closed = partlyUsed.pollFirstEntry().getKey();
    } else {
      closed = run.getValue();
      full.remove(run.getKey());
    }
  }
}
