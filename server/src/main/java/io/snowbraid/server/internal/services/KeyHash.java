package io.snowbraid.server.internal.services;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * Names a key by 64 bits. Two keys with the same hash share a counter, which is harmless: numbers
 * of both still rise. Hashes differ from process to process, so that nobody can choose keys that
 * collide; they are never stored.
 */
public final class KeyHash {

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SEED = new SecureRandom().nextLong();
  private static final long FACTOR = new SecureRandom().nextLong() | 1;

  private KeyHash() {}

  /**
   * Returns the hash of a key.
   *
   * @param bytes holds the key
   * @param from where the key begins
   * @param to where it ends
   * @return any number but 0
   */
  public static long of(byte[] bytes, int from, int to) {
    long hash = SEED ^ (to - from);
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      hash = mix(hash ^ (long) WORDS.get(bytes, at));
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = (rest << Byte.SIZE) | (bytes[at] & 0xff);
    }
    hash = mix(mix(hash ^ rest));
    return hash == 0 ? 1 : hash;
  }

  /** Mixes by the upper and the lower half of a product, after the idea of wyhash. */
  private static long mix(long value) {
    long spread = value ^ 0x9E3779B97F4A7C15L;
    return Math.multiplyHigh(spread, FACTOR) ^ (spread * FACTOR) ^ (value >>> 29);
  }
}
