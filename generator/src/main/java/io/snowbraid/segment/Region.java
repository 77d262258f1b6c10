package io.snowbraid.segment;

import io.snowbraid.internal.Arguments;

/**
 * Puts the number of a region into the numbers that are issued there, so that regions with stores
 * of their own never issue the same number.
 *
 * <p>Of the counter in the store, the lowest {@code shift} bits stay where they are, the region
 * comes above them, and the rest above the region. So numbers stay even modulo 2^{@code shift}, and
 * the numbers of all regions grow alike. It is the format of Camellia's segment service.
 *
 * @param bits how many bits the region takes, from 0 to 16; 0 for no region
 * @param id the number of this region, from 0 to 2^bits - 1
 * @param shift how many bits of the counter are below the region, from 0 to 32
 */
public record Region(int bits, int id, int shift) {

  /** No region: numbers are the counters themselves. */
  public static final Region NONE = new Region(0, 0, 0);

  private static final int MAX_BITS = 16;
  private static final int MAX_SHIFT = 32;

  /**
   * Checks a region.
   *
   * @param bits from 0 to 16
   * @param id from 0 to 2^bits - 1
   * @param shift from 0 to 32
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Region {
    Arguments.between("region's bits", bits, 0, MAX_BITS);
    Arguments.between("region's id", id, 0, (1 << bits) - 1);
    Arguments.between("region's shift", shift, 0, MAX_SHIFT);
  }

  /**
   * Converts a counter to the number that is issued.
   *
   * @param counter from 0 to {@link #maxCounter()}
   * @return the number
   */
  public long number(long counter) {
    return ((counter >> shift) << (shift + bits)) | ((long) id << shift) | (counter & lowBits());
  }

  /**
   * Converts a number of any region to its counter.
   *
   * @param number a number that was issued with the same bits and shift
   * @return the counter
   */
  public long counter(long number) {
    return ((number >> (shift + bits)) << shift) | (number & lowBits());
  }

  /**
   * Returns the region of a number.
   *
   * @param number a number that was issued with the same bits and shift
   * @return the region's id; 0 if there are no regions
   */
  public int idOf(long number) {
    return (int) ((number >> shift) & ((1L << bits) - 1));
  }

  /**
   * Returns the largest counter whose number is not negative.
   *
   * @return the largest counter
   */
  public long maxCounter() {
    return Long.MAX_VALUE >> bits;
  }

  private long lowBits() {
    return (1L << shift) - 1;
  }
}
