package io.snowbraid.lane;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Says which sequence numbers of one lane were used, for ticks in any order. It remembers a limited
 * number of entries, one for each tick that is partly used and one for each run of full ticks. The
 * lowest is forgotten when there are more; everything up to it is <em>closed</em>, so that no
 * number is given twice.
 *
 * <p>The tick that is used is the asked one; if it is full, it is the next one with room. One
 * reason is that times are usually cut to whole seconds, so that the true ones are later. The other
 * is that sorted times then get sorted ids. Only if no later tick is left, it is the nearest
 * earlier one, and ids fall.
 *
 * <p>Reads no clock. Not thread-safe.
 */
public final class PastTicks {

  /** The numbers of one tick that is partly used, from a random start up, and around. */
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

  /** Runs of adjacent full ticks: the first of each, and the last. */
  private final TreeMap<Long, Long> full = new TreeMap<>();

  /** The highest tick that must not be used any more. */
  private long closed = -1;

  /**
   * Creates a lane of which nothing is used.
   *
   * @param lastTick the last tick of the layout
   * @param sequences how many numbers a tick has
   * @param remembered how many entries are remembered, at least 2, which sorted ticks need
   * @param random returns a random number from 0 to its argument - 1, the start of a tick
   */
  public PastTicks(long lastTick, int sequences, int remembered, IntUnaryOperator random) {
    this.lastTick = lastTick;
    this.sequences = sequences;
    this.remembered = remembered;
    this.random = random;
  }

  /**
   * Returns the tick to use for another one.
   *
   * @param asked from 0 to the last tick
   * @return the tick, for {@link #take}; -1 if the asked one, or every one with room, is closed
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

  /**
   * Returns whether a tick is closed.
   *
   * @param tick the tick
   * @return whether no number of it, or of an earlier one, is given any more
   */
  public boolean isClosed(long tick) {
    return tick <= closed;
  }

  /**
   * Returns the highest closed tick.
   *
   * @return the tick; -1 if none is closed
   */
  public long closed() {
    return closed;
  }

  /**
   * Takes a number of a tick.
   *
   * @param tick what {@link #withRoom} returned last
   * @return a number that was not taken before, from 0 to the sequence's last
   */
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

  /** Adds a tick to the runs, which may join two of them. */
  private void fill(long tick) {
    Map.Entry<Long, Long> before = full.floorEntry(tick);
    long first = before != null && before.getValue() == tick - 1 ? before.getKey() : tick;
    Long last = full.get(tick + 1);
    full.put(first, last == null ? tick : last); // first, because memory may run out here
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
