package io.snowbraid.sequence;

import java.time.Duration;

/**
 * The settings of a server of numbers per key. All servers on a store need the same lease and
 * margin.
 *
 * @param lease how long a server issues numbers after it began its last answered renewal; from 1 s
 *     to 1 h
 * @param margin how much longer the others wait before they take its slots, because clocks run at
 *     different rates; from a twentieth of the lease to the lease
 * @param maxKeys how many keys are kept in memory; at least 16,384
 * @param maxCount how many numbers one call may reserve; from 1 to 1,000,000,000
 */
public record SequenceSettings(Duration lease, Duration margin, int maxKeys, long maxCount) {

  /** A lease of 10 s, a margin of 2 s, a million keys, and a million numbers. */
  public static final SequenceSettings DEFAULT =
      new SequenceSettings(Duration.ofSeconds(10), Duration.ofSeconds(2), 1_000_000, 1_000_000);

  /**
   * Checks the settings.
   *
   * @param lease from 1 s to 1 h
   * @param margin from a twentieth of the lease to the lease
   * @param maxKeys at least 16,384
   * @param maxCount from 1 to 1,000,000,000
   * @throws IllegalArgumentException if one is out of its range
   */
  public SequenceSettings {
    require(
        !lease.minusSeconds(1).isNegative() && lease.compareTo(Duration.ofHours(1)) <= 0,
        "lease must be from 1 s to 1 h: lease=" + lease);
    require(
        margin.compareTo(lease.dividedBy(20)) >= 0 && margin.compareTo(lease) <= 0,
        "margin must be from a twentieth of the lease to the lease: margin="
            + margin
            + ", lease="
            + lease);
    require(
        maxKeys >= KeySlot.COUNT, "maxKeys must be >= " + KeySlot.COUNT + ": maxKeys=" + maxKeys);
    require(
        maxCount >= 1 && maxCount <= 1_000_000_000,
        "maxCount must be from 1 to 1000000000: maxCount=" + maxCount);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * Sets the lease and the margin.
   *
   * @param newLease the lease
   * @param newMargin the margin
   * @return other settings
   */
  public SequenceSettings withLease(Duration newLease, Duration newMargin) {
    return new SequenceSettings(newLease, newMargin, maxKeys, maxCount);
  }

  /**
   * Sets how many keys are kept in memory.
   *
   * @param keys how many
   * @return other settings
   */
  public SequenceSettings withMaxKeys(int keys) {
    return new SequenceSettings(lease, margin, keys, maxCount);
  }

  /**
   * Sets how many numbers one call may reserve.
   *
   * @param count how many
   * @return other settings
   */
  public SequenceSettings withMaxCount(long count) {
    return new SequenceSettings(lease, margin, maxKeys, count);
  }
}
