package io.snowbraid.segment;

import io.snowbraid.internal.Arguments;

/**
 * Embeds a region's id in its numbers, so that regions with separate stores never issue the same
 * number.
 *
 * <p>The lowest {@code shift} bits of the stored counter stay in place, the region follows above
 * them, and the counter's remaining bits come above the region. Numbers therefore stay evenly
 * distributed modulo 2^{@code shift}, and all regions' numbers grow alike. Camellia's segment
 * service uses the same format.
 *
 * @param bits the region's width in bits, from 0 to 16; 0 for no region
 * @param id this region's number, from 0 to 2^bits - 1
 * @param shift how many counter bits are below the region, from 0 to 32
 */
public record Region(int bits, int id, int shift) {

  /** No region: numbers equal counters. */
  public static final Region NONE = new Region(0, 0, 0);

  private static final int MAX_BITS = 16;
  private static final int MAX_SHIFT = 32;

  /**
   * Checks the values.
   *
   * @param bits from 0 to 16
   * @param id from 0 to 2^bits - 1
   * @param shift from 0 to 32
   * @throws IllegalArgumentException if a value is out of range
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
   * Converts any region's number to its counter.
   *
   * @param number a number issued with the same bits and shift
   * @return the counter
   */
  public long counter(long number) {
    return ((number >> (shift + bits)) << shift) | (number & lowBits());
  }

  /**
   * Returns a number's region.
   *
   * @param number a number issued with the same bits and shift
   * @return the region's id; 0 without regions
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
