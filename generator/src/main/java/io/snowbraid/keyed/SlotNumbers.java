package io.snowbraid.keyed;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The numbers that are issued in a slot while this server holds it, and how far its bound is to be
 * raised for them. The bound itself is in the slot's row, which {@link SlotState} has.
 *
 * <p>Not thread-safe.
 */
final class SlotNumbers {

  private final KeyTable keys;
  private final BoundStep step = new BoundStep();

  /** The highest number that was issued. */
  private long highest;

  /** The highest number that was asked for. */
  private long needed;

  private long alarm;
  private boolean isQueued;
  private long issued;

  /**
   * Creates the numbers of a slot that is not held.
   *
   * @param allKeys counts the keys of all slots
   */
  SlotNumbers(AtomicInteger allKeys) {
    this.keys = new KeyTable(allKeys);
  }

  /** Begins to issue above a number. */
  void begin(long above) {
    highest = above;
    needed = 0;
  }

  /** Ends issuing; nothing is known of any key afterwards. */
  void end() {
    begin(0);
    keys.clear();
  }

  /**
   * Issues the next numbers of a key; returns the last of them, or {@link KeyedNumbers#NOT_NOW}.
   */
  long take(long hash, long count, long bound) {
    return issue(hash, Math.addExact(lastOrHighest(hash), count), count, bound);
  }

  /** Makes a key stand at a value at least; returns where it stands. */
  long advance(long hash, long value, long bound) {
    long last = lastOrHighest(hash);
    return last >= value ? last : issue(hash, value, 0, bound);
  }

  private long lastOrHighest(long hash) {
    long last = keys.get(hash);
    return last == KeyedNumbers.UNKNOWN ? highest : last;
  }

  private long issue(long hash, long number, long count, long bound) {
    if (number > bound) {
      needed = Math.max(needed, number);
      return KeyedNumbers.NOT_NOW;
    }
    keys.put(hash, number);
    highest = Math.max(highest, number);
    issued += count;
    return number;
  }

  /** Returns the last number of a key; {@link KeyedNumbers#UNKNOWN} if it is not in memory. */
  long last(long hash) {
    return keys.get(hash);
  }

  long highest() {
    return highest;
  }

  /** Returns how many numbers were issued in all tenures. */
  long issued() {
    return issued;
  }

  /** Forgets all keys; returns how many there were. Each continues at the highest number. */
  int forgetKeys() {
    int forgotten = keys.size();
    keys.clear();
    return forgotten;
  }

  /** Returns whether a bound suffices for all that was asked for. */
  boolean suffices(long bound) {
    return needed <= bound;
  }

  /** Returns whether a bound has to be raised. */
  boolean isRaiseDue(long bound) {
    return bound < Long.MAX_VALUE && (highest > alarm || needed > bound);
  }

  /** Returns whether a bound has to be raised and nobody was told yet; then the caller is. */
  boolean claimRaise(long bound) {
    boolean isClaimed = !isQueued && isRaiseDue(bound);
    isQueued |= isClaimed;
    return isClaimed;
  }

  /** Notes that who was told to raise the bound does so now. */
  void raiseBegins() {
    isQueued = false;
  }

  /** Returns the bound that is to follow another. */
  long nextBound(long bound, long now) {
    return step.next(bound, needed, now);
  }

  /** Notes a bound that was written. */
  void boundWritten(long bound, long now) {
    step.written(now);
    alarm = step.alarm(bound);
  }
}
