package io.snowbraid.internal;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one draw while they are issued: the counters {@code first}, {@code first + step}
 * and so on, each of which may stand for another number.
 */
public final class Range {

  /**
   * More than any range holds, and far enough from an overflow for all calls that come too late.
   */
  private static final long FROZEN = 1L << 62;

  /** The most numbers of a range. */
  public static final long MAX_COUNT = FROZEN >> 1;

  /** From this size on, a range may be raced for. */
  private static final long RACED = 1_000;

  /** How many elements are at least as long as a cache line. */
  private static final int CACHE_LINE = 8;

  final long first;
  final long step;
  final long count;
  final long drawnAt;
  private final @Nullable LongUnaryOperator mapping;

  /**
   * Holds at {@link #asked} how many numbers were asked for, which may be more than there are. In a
   * large range, which threads may race for, the elements around it keep all that is only read off
   * its cache line.
   */
  private final AtomicLongArray counter;

  private final int asked;

  /** From this index on, each call looks whether numbers have to be drawn. */
  private volatile long alarm;

  /**
   * Creates a range of which nothing was issued.
   *
   * @param first the first counter
   * @param step the distance of two neighbouring counters
   * @param count how many counters there are, from 0 to {@link #MAX_COUNT}
   * @param mapping turns a counter into the number that is issued; null if they are the same
   * @param drawnAt when they were asked for, by the steady clock
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
    this.alarm = count;
  }

  /**
   * Creates a range of numbers without a rule.
   *
   * @param numbers in the order in which they are issued; not copied
   * @param drawnAt when they were asked for, by the steady clock
   * @return a new range
   */
  public static Range of(long[] numbers, long drawnAt) {
    return new Range(0, 1, numbers.length, index -> numbers[(int) index], drawnAt);
  }

  /** Takes the next index, which is beyond the end if the range is used up. */
  long next() {
    return counter.getAndIncrement(asked);
  }

  /** Returns whether an index is in this range, and nothing else has to be done than to use it. */
  boolean isCalm(long index) {
    return index < alarm;
  }

  boolean contains(long index) {
    return index < count;
  }

  long number(long index) {
    long number = first + index * step;
    return mapping == null ? number : mapping.applyAsLong(number);
  }

  /**
   * Fills a part of an array.
   *
   * @param from where to begin
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

  /** Returns whether the alarm was passed. */
  boolean isPastAlarm() {
    return alarm < count && counter.get(asked) >= alarm;
  }

  /** Sets the alarm so that it is passed when so many numbers are left. */
  void alarmAt(long left) {
    alarm = Math.max(0, count - left);
  }

  /** Switches the alarm off, because somebody has looked. */
  void mute() {
    alarm = count;
  }

  long left() {
    return Math.max(0, count - counter.get(asked));
  }

  /** Ends the range: no call takes a number any more. Returns the rest, which may be empty. */
  Range freeze() {
    long used = counter.get(asked) < FROZEN ? counter.getAndAdd(asked, FROZEN) : FROZEN;
    long rest = Math.max(0, count - used);
    return new Range(first + (count - rest) * step, step, rest, mapping, drawnAt);
  }

  /** Returns whether the counters of another range follow those of this one. */
  boolean isContinuedBy(Range later) {
    return step == later.step && first + count * step == later.first;
  }
}
