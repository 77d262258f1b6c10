package io.snowbraid.internal;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Issues the numbers of one draw: the counters {@code first}, {@code first + step} and so on, each
 * of which may map to another number.
 */
public final class Range {

  /** Exceeds the size of any range, and leaves late calls far from an overflow. */
  private static final long FROZEN = 1L << 62;

  /** The largest range. */
  public static final long MAX_COUNT = FROZEN >> 1;

  /** The size from which on threads may contend for a range. */
  private static final long RACED = 1_000;

  /** A number of elements at least as long as a cache line. */
  private static final int CACHE_LINE = 8;

  final long first;
  final long step;
  final long count;
  final long drawnAt;
  private final @Nullable LongUnaryOperator mapping;

  /**
   * Holds at {@link #asked} how many numbers were requested, possibly more than there are. In a
   * large range, which threads may contend for, the surrounding elements keep read-only data off
   * its cache line.
   */
  private final AtomicLongArray counter;

  private final int asked;

  /** The index from which calls request another draw. */
  private volatile long refillMark;

  /**
   * Creates an unused range.
   *
   * @param first the first counter
   * @param step the distance between neighbouring counters
   * @param count how many counters, from 0 to {@link #MAX_COUNT}
   * @param mapping converts a counter to the issued number; null if they are equal
   * @param drawnAt when the numbers were requested, by the monotonic clock
   */
  public Range(
      long first, long step, long count, @Nullable LongUnaryOperator mapping, long drawnAt) {
    this.first = first;
    this.step = step;
    this.count = count;
    this.mapping = mapping;
    this.drawnAt = drawnAt;
    this.asked = count < RACED ? 0 : CACHE_LINE;
    this.counter = new AtomicLongArray(2 * asked + 1);
    this.refillMark = count;
  }

  /**
   * Creates a range of arbitrary numbers.
   *
   * @param numbers in the order to issue them; not copied
   * @param drawnAt when the numbers were requested, by the monotonic clock
   * @return a new range
   */
  public static Range of(long[] numbers, long drawnAt) {
    return new Range(0, 1, numbers.length, index -> numbers[(int) index], drawnAt);
  }

  /** Takes the next index, which is past the end if the range is used up. */
  long next() {
    return counter.getAndIncrement(asked);
  }

  /** Returns whether an index is in this range and before the refill mark. */
  boolean isBeforeRefillMark(long index) {
    return index < refillMark;
  }

  boolean contains(long index) {
    return index < count;
  }

  long number(long index) {
    long number = first + index * step;
    return mapping == null ? number : mapping.applyAsLong(number);
  }

  /**
   * Fills an array from an index on.
   *
   * @param from the first index to fill
   * @return how many numbers were taken
   */
  int fill(long[] target, int from) {
    if (counter.get(asked) >= count) {
      return 0;
    }
    int wanted = target.length - from;
    long index = counter.getAndAdd(asked, wanted);
    int taken = (int) Math.max(0, Math.min(wanted, count - index));
    if (mapping == null) {
      long number = first + index * step;
      for (int i = from; i < from + taken; i++, number += step) {
        target[i] = number;
      }
    } else {
      for (int i = 0; i < taken; i++) {
        target[from + i] = number(index + i);
      }
    }
    return taken;
  }

  /** Returns whether the refill mark was passed. */
  boolean isPastRefillMark() {
    return refillMark < count && counter.get(asked) >= refillMark;
  }

  /** Requests a draw once only the given count of numbers remains. */
  void setRefillMark(long left) {
    refillMark = Math.max(0, count - left);
  }

  /** Removes the refill mark once a draw has been requested. */
  void clearRefillMark() {
    refillMark = count;
  }

  long left() {
    return Math.max(0, count - counter.get(asked));
  }

  /** Stops calls from taking numbers. Returns the rest, which may be empty. */
  Range freeze() {
    long used = counter.get(asked) < FROZEN ? counter.getAndAdd(asked, FROZEN) : FROZEN;
    long rest = Math.max(0, count - used);
    return new Range(first + (count - rest) * step, step, rest, mapping, drawnAt);
  }

  /** Returns whether another range's counters continue this one's. */
  boolean isContinuedBy(Range later) {
    return step == later.step && first + count * step == later.first;
  }
}
