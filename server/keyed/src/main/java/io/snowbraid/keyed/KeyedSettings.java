package io.snowbraid.keyed;

import io.snowbraid.internal.Arguments;
import java.time.Duration;

/**
 * Settings for numbers per key.
 *
 * <p>Immutable and thread-safe.
 *
 * @param lease how long a server issues numbers after the start of its last successful renewal;
 *     from 1 s to 1 h
 * @param margin how much longer than the lease other servers wait before they acquire a silent
 *     server's slots; from a twentieth of the lease to the lease
 * @param maxKeys how many keys are kept in memory; at least 16,384
 * @param maxCount how many numbers a call may reserve; from 1 to 1,000,000,000
 */
public record KeyedSettings(Duration lease, Duration margin, int maxKeys, long maxCount) {

  /** A lease of 10 s, a margin of 2 s, one million keys, and one million numbers per call. */
  public static final KeyedSettings DEFAULT =
      new KeyedSettings(Duration.ofSeconds(10), Duration.ofSeconds(2), 1_000_000, 1_000_000);

  /**
   * Creates settings. To change single settings, use the methods of {@link #DEFAULT}.
   *
   * @param lease how long a server issues numbers without a renewal
   * @param margin how much longer other servers wait
   * @param maxKeys how many keys are kept in memory
   * @param maxCount how many numbers a call may reserve
   * @throws IllegalArgumentException if a value is out of range
   */
  public KeyedSettings {
    Arguments.between("lease", lease, Duration.ofSeconds(1), Duration.ofHours(1));
    Arguments.between("margin", margin, lease.dividedBy(20), lease);
    Arguments.atLeast("maxKeys", maxKeys, KeySlot.COUNT);
    Arguments.between("maxCount", maxCount, 1, 1_000_000_000);
  }

  /**
   * Sets the lease and the margin. Servers on one store may have different values, because each
   * announces its own.
   *
   * @param newLease how long a server issues numbers after the start of its last successful
   *     renewal; from 1 s to 1 h
   * @param newMargin how much longer other servers wait before they acquire its slots, which allows
   *     for clocks with different rates; from a twentieth of the lease to the lease
   * @return new settings
   * @throws IllegalArgumentException if a duration is out of range
   */
  public KeyedSettings withLease(Duration newLease, Duration newMargin) {
    return new KeyedSettings(newLease, newMargin, maxKeys, maxCount);
  }

  /**
   * Sets how many keys are kept in memory.
   *
   * @param keys at least 16,384
   * @return new settings
   * @throws IllegalArgumentException if the number is too small
   */
  public KeyedSettings withMaxKeys(int keys) {
    return new KeyedSettings(lease, margin, keys, maxCount);
  }

  /**
   * Sets how many numbers a call may reserve.
   *
   * @param count from 1 to 1,000,000,000
   * @return new settings
   * @throws IllegalArgumentException if the count is out of range
   */
  public KeyedSettings withMaxCount(long count) {
    return new KeyedSettings(lease, margin, maxKeys, count);
  }
}
