package io.snowbraid.keyed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * Computes a key's slot and hash for {@link KeyedNumbers#take}.
 *
 * <p>Slots are those of Redis Cluster: CRC-16/XMODEM of the key, modulo 16,384. If the key contains
 * a nonempty tag in braces, only the tag counts. Source: Redis cluster specification, "Key
 * distribution model".
 */
public final class KeySlot {

  /** The number of slots. */
  public static final int COUNT = 16_384;

  private static final int POLYNOMIAL = 0x1021;
  private static final char[] CRC = table();
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SEED = new SecureRandom().nextLong();
  private static final long FACTOR = new SecureRandom().nextLong() | 1;

  private KeySlot() {}

  /**
   * Returns the slot of a key.
   *
   * @param bytes contains the key
   * @param from the start of the key
   * @param to the end of the key, exclusive
   * @return from 0 to 16,383
   */
  public static int of(byte[] bytes, int from, int to) {
    int open = indexOf(bytes, '{', from, to);
    if (open < to) {
      int close = indexOf(bytes, '}', open + 1, to);
      if (close < to && close > open + 1) {
        return crc(bytes, open + 1, close) % COUNT;
      }
    }
    return crc(bytes, from, to) % COUNT;
  }

  private static int indexOf(byte[] bytes, char wanted, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  private static int crc(byte[] bytes, int from, int to) {
    int crc = 0;
    for (int i = from; i < to; i++) {
      crc = (crc << 8 ^ CRC[(crc >>> 8 ^ bytes[i]) & 0xff]) & 0xffff;
    }
    return crc;
  }

  private static char[] table() {
    char[] table = new char[256];
    for (int i = 0; i < table.length; i++) {
      int crc = i << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
      }
      table[i] = (char) crc;
    }
    return table;
  }

  /**
   * Returns the hash of a key. Keys with equal hashes share a counter, which is harmless: the
   * numbers of both still increase. Hashes differ between processes, so that clients cannot choose
   * keys that collide. Hashes are never stored.
   *
   * @param bytes contains the key
   * @param from the start of the key
   * @param to the end of the key, exclusive
   * @return any number but 0
   */
  public static long hash(byte[] bytes, int from, int to) {
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

  /** Mixes the upper and lower half of a product, following wyhash. */
  private static long mix(long value) {
    long spread = value ^ 0x9E3779B97F4A7C15L;
    return Math.multiplyHigh(spread, FACTOR) ^ (spread * FACTOR) ^ (value >>> 29);
  }
}
