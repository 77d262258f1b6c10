package io.snowbraid.segment;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** The numbers of one segment while they are issued. */
final class Range {

  /**
   * More than any range holds, and far enough from an overflow for all calls that come too late.
   */
  private static final long FROZEN = 1L << 62;

  /** The most numbers of a range. */
  static final long MAX_COUNT = FROZEN >> 1;

  /** From this size on, a range may be raced for. */
  private static final long RACED = 1_000;

  /** How many elements are at least as long as a cache line. */
  private static final int CACHE_LINE = 8;

  private final @Nullable Segment segment;
  private final Region region;
  private final boolean isPlain;
  private final long first;
  private final long step;
  private final long count;

  /**
   * Holds at {@link #asked} how many numbers were asked for, which may be more than there are. In a
   * large range, which threads may race for, the elements around it keep all that is only read off
   * its cache line.
   */
  private final AtomicLongArray counter;

  private final int asked;

  /** From this index on, each call looks whether numbers have to be drawn. */
  private volatile long alarm;

  private Range(@Nullable Segment segment, Region region, long first, long step, long count) {
    this.segment = segment;
    this.region = region;
    this.isPlain = region.bits() == 0;
    this.first = first;
    this.step = step;
    this.count = count;
    this.asked = count < RACED ? 0 : CACHE_LINE;
    this.counter = new AtomicLongArray(2 * asked + 1);
    this.alarm = count;
  }

  static Range of(Segment segment) {
    return new Range(segment, segment.region(), segment.first(), segment.step(), segment.count());
  }

  /** Creates a range without numbers. */
  static Range empty() {
    return new Range(null, Region.NONE, 0, 1, 0);
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
    long counter = first + index * step;
    return isPlain ? counter : region.number(counter);
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
    if (isPlain) {
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

  /** Ends the range: no call takes a number any more. Returns the rest; null if there is none. */
  @Nullable Segment freeze() {
    long used = counter.get(asked) < FROZEN ? counter.getAndAdd(asked, FROZEN) : FROZEN;
    return segment == null || used >= count ? null : segment.after(used);
  }
}
