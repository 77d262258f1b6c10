package io.snowbraid.segment;

/**
 * Holds a range of numbers drawn from a store for one process. {@link SegmentSource}
 * implementations create it; {@link #of} suffices for most stores.
 *
 * <p>The counters are {@code first}, {@code first + step}, {@code first + 2 * step} and so on. The
 * region converts each to the number that is issued.
 *
 * @param first the first counter, at least 0
 * @param count how many numbers, at least 1; generators accept up to 2^61
 * @param step the distance between neighbouring counters, at least 1
 * @param region converts counters to numbers
 * @param bound the tag's bound in the store after the draw; needed to return unused numbers
 * @param version the version of the tag's record after the draw, unique to this draw; -1 if the
 *     store has no versions, so that numbers cannot be returned
 */
public record Segment(long first, long count, long step, Region region, long bound, long version) {

  /** The version of records without versions. */
  public static final long NO_VERSION = -1;

  /**
   * Checks the values.
   *
   * @param first at least 0
   * @param count at least 1
   * @param step at least 1
   * @param region not null
   * @param bound any
   * @param version any
   * @throws IllegalArgumentException if a value is out of range, or if a number would exceed 2^63 -
   *     1
   */
  public Segment {
    if (first < 0 || count < 1 || step < 1) {
      throw new IllegalArgumentException(
          "segment must have a first number of at least 0, and a count and step of at least 1:"
              + " first="
              + first
              + ", count="
              + count
              + ", step="
              + step);
    }
    if (first > region.maxCounter() || count - 1 > (region.maxCounter() - first) / step) {
      throw new IllegalArgumentException(
          "segment must not exceed 2^63 - 1: first="
              + first
              + ", count="
              + count
              + ", step="
              + step
              + ", region="
              + region);
    }
  }

  /**
   * Creates a segment of consecutive numbers whose bound is the number after the last.
   *
   * @param first the first number, at least 0
   * @param count how many numbers, at least 1
   * @param version the record's version after the draw, or {@link #NO_VERSION}
   * @return the segment
   * @throws IllegalArgumentException if a value is out of range
   */
  public static Segment of(long first, long count, long version) {
    return new Segment(first, count, 1, Region.NONE, first + count, version);
  }

  /**
   * Returns the number at an index.
   *
   * @param index from 0 to count - 1
   * @return the number
   */
  public long number(long index) {
    return region.number(first + index * step);
  }

  /**
   * Returns the last counter.
   *
   * @return the last counter
   */
  public long last() {
    return first + (count - 1) * step;
  }

  /**
   * Returns the unused rest of this segment.
   *
   * @param used how many numbers were used, from 0 to count - 1
   * @return a segment of the remaining numbers, with the same bound and version
   * @throws IllegalArgumentException if no number remains
   */
  public Segment after(long used) {
    return new Segment(first + used * step, count - used, step, region, bound, version);
  }
}
