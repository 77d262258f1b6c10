package io.snowbraid.lane;

/**
 * Permutes sequence numbers in an order that depends on a key.
 *
 * <p>Each round is an odd multiplication and an xor-shift, both bijections on w bits, where w is
 * the width of the largest number. Results out of range are permuted again ("cycle walking", Black
 * and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002).
 */
public final class SequencePermutation {

  private static final int ROUNDS = 3;

  private final int size;
  private final int mask;
  private final int shift;

  /**
   * Creates a permutation of the numbers from 0 to size - 1.
   *
   * @param size at least 2
   */
  public SequencePermutation(int size) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    this.size = size;
    this.mask = (int) ((1L << width) - 1);
    this.shift = (width + 1) / 2;
  }

  public int apply(int number, int key) {
    int result = number;
    do {
      result = permute(result, key);
    } while (result >= size);
    return result;
  }

  private int permute(int number, int key) {
    int x = number;
    int roundKey = key;
    for (int round = 0; round < ROUNDS; round++) {
      roundKey = mix(roundKey + 0x9E3779B9);
      x = ((x ^ roundKey) & mask) * (roundKey >>> 7 | 1) & mask;
      x ^= x >>> shift;
    }
    return x;
  }

  /** The 32-bit finalizer of MurmurHash3. */
  private static int mix(int key) {
    int x = (key ^ key >>> 16) * 0x85EBCA6B;
    x = (x ^ x >>> 13) * 0xC2B2AE35;
    return x ^ x >>> 16;
  }
}
