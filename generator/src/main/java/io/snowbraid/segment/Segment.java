package io.snowbraid.segment;

/**
 * A range of numbers that was drawn from a store and that nobody else has. A {@link SegmentSource}
 * creates it; {@link #of} is enough for most stores.
 *
 * <p>It holds the counters {@code first}, {@code first + step}, {@code first + 2 * step} and so on,
 * each of which the region turns into the number that is issued.
 *
 * @param first the first counter, at least 0
 * @param count how many numbers there are, at least 1; generators take up to 2^61
 * @param step the distance of two neighbouring counters, at least 1
 * @param region turns counters into numbers
 * @param bound the tag's bound in the store after the draw, by which the rest can be given back
 * @param version the version of the tag's record after the draw, which no other draw has; -1 if the
 *     store has no versions, so that nothing can be given back
 */
public record Segment(long first, long count, long step, Region region, long bound, long version) {

  /** The version of records that have none. */
  public static final long NO_VERSION = -1;

  /**
   * Checks a segment.
   *
   * @param first at least 0
   * @param count at least 1
   * @param step at least 1
   * @param region not null
   * @param bound any
   * @param version any
   * @throws IllegalArgumentException if a value is out of its range, or if a number would exceed
   *     2^63 - 1
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
   * Creates a segment of successive numbers, whose bound is the number after the last.
   *
   * @param first the first number, at least 0
   * @param count how many numbers there are, at least 1
   * @param version the version of the record after the draw, or {@link #NO_VERSION}
   * @return the segment
   * @throws IllegalArgumentException if a value is out of its range
   */
  public static Segment of(long first, long count, long version) {
    return new Segment(first, count, 1, Region.NONE, first + count, version);
  }

  /**
   * Returns a number.
   *
   * @param index from 0 to count - 1
   * @return the number at this place
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
   * Returns the rest of this segment.
   *
   * @param used how many numbers of it were used, from 0 to count - 1
   * @return a segment of the others, with the same bound and version
   * @throws IllegalArgumentException if no number is left
   */
  public Segment after(long used) {
    return new Segment(first + used * step, count - used, step, region, bound, version);
  }
}
