package io.snowbraid.engine;

import io.snowbraid.internal.Arguments;
import io.snowbraid.lane.SequenceBlock;
import io.snowbraid.lane.SequencePermutation;
import io.snowbraid.layout.Layout;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Turns sequence numbers into ids. An id is linear in its fields ({@link Layout#encode}), so it is
 * a sum of one term per field.
 */
final class IdEncoder {

  private final int tails;
  private final long tickStep;
  private final long workerStep;

  /** Per lane: its term. */
  private final long[] lanes;

  /** The difference between ids of consecutive sequence numbers. */
  private final long step;

  /** Null for ascending order. */
  private final @Nullable SequencePermutation shuffle;

  /** Whether an id is its block's base plus its number, the common case. */
  private final boolean contiguous;

  IdEncoder(Layout layout, boolean shuffles) {
    int timelines = layout.timelines();
    this.tails = layout.tails();
    this.tickStep = layout.encode(1, 0, 0, 0, 0, 0);
    this.lanes = new long[layout.rollbacks() * timelines];
    Arrays.setAll(lanes, i -> layout.encode(0, i / timelines, i % timelines, 0, 0, 0));
    this.workerStep = layout.workers() == 1 ? 0 : layout.encode(0, 0, 0, 1, 0, 0);
    this.step = layout.encode(0, 0, 0, 0, 1, 0);
    this.shuffle = shuffles ? new SequencePermutation(layout.sequences()) : null;
    this.contiguous = shuffle == null && step == 1 && tails == 1;
  }

  boolean isContiguous() {
    return contiguous;
  }

  long base(int worker, int lane, long tick) {
    return tick * tickStep + lanes[lane] + worker * workerStep;
  }

  /** Returns the id of a number, with tail 0. */
  long id(SequenceBlock block, long number) {
    return contiguous ? block.base + number : block.base + ordered(block, number) * step;
  }

  private long ordered(SequenceBlock block, long number) {
    return shuffle == null ? number : shuffle.apply((int) number, block.key);
  }

  /** Writes the ids of consecutive numbers, sorted, with random tails. */
  void fill(SequenceBlock block, long first, long[] target, int from, int count) {
    if (contiguous) {
      fillRising(block.base + first, target, from, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target[from + i] = withTail(id(block, first + i));
    }
    if (shuffle != null) {
      Arrays.sort(target, from, from + count);
    }
  }

  private static void fillRising(long id, long[] target, int from, int count) {
    long next = id;
    for (int i = from; i < from + count; i++) {
      target[i] = next++;
    }
  }

  /** Adds a random tail if the layout has one. */
  long withTail(long id) {
    return tails == 1 ? id : id + ThreadLocalRandom.current().nextInt(tails);
  }

  /**
   * Checks that the layout can hold a tail.
   *
   * @throws IllegalArgumentException if the tail is out of range
   */
  void requireTail(int tail) {
    if (tails == 1 && tail != 0) {
      throw new IllegalArgumentException(
          "layout must have a tail if one is given: tail="
              + tail
              + "; call nextId(), or add a tail");
    }
    Arguments.between("tail", tail, 0, tails - 1);
  }
}
