package io.snowbraid.keyed;

import static io.snowbraid.internal.Locks.holding;

import io.snowbraid.keyed.SlotRecord.Change;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this server knows about a slot, and the numbers that it issues there.
 *
 * <p>Each tenure begins with a confirmed write that raises the bound ({@link #planTake}), so
 * outdated reads never lead to numbers. While a transfer is unconfirmed, the slot is frozen: the
 * write may still take effect until a newer write of this server succeeds.
 *
 * <p>Thread-safe. No method waits.
 */
final class SlotState {

  /** Who issues the slot's numbers. */
  enum Mode {
    /** Another server, or none. */
    ELSEWHERE,
    /** This server. */
    HELD,
    /** None: a transfer is in progress or unconfirmed. */
    FROZEN,
    /** None: its record was deleted or set back. */
    DAMAGED
  }

  private static final long NEVER_READ = -1;

  private final int slot;
  private final ReentrantLock lock = new ReentrantLock();
  private final KeyTable keys;
  private final BoundStep step = new BoundStep();
  private Mode mode = Mode.ELSEWHERE;
  private SlotRecord record;
  private String damage = "";

  /** When the record was last read or written. */
  private CallTime known = new CallTime(0, 0);

  /** The highest number issued in this tenure. */
  private long highest;

  /** The highest number requested in this tenure. */
  private long needed;

  /** Issuing a number above this makes raising the bound due. */
  private long alarm;

  /** Whether a caller of {@link #claimRaise} is to raise the bound and has not started yet. */
  private boolean isRaiseQueued;

  /** How many numbers were issued in all tenures. */
  private long issued;

  /**
   * Creates a slot whose record was never read.
   *
   * @param allKeys counts the keys of all slots
   */
  SlotState(int slot, AtomicInteger allKeys) {
    this.slot = slot;
    this.keys = new KeyTable(allKeys);
    this.record = new SlotRecord(slot, 0, SlotRecord.UNOWNED, NEVER_READ);
  }

  int slot() {
    return slot;
  }

  SlotRecord record() {
    return holding(lock, () -> record);
  }

  long issued() {
    return holding(lock, () -> issued);
  }

  Mode mode() {
    return holding(lock, () -> mode);
  }

  /**
   * Returns whether this server owns the slot, may own it, or is named as its owner by the record.
   */
  boolean mayBeHeldBy(String self) {
    return holding(
        lock,
        () ->
            mode == Mode.HELD
                || mode == Mode.FROZEN
                || (mode == Mode.ELSEWHERE && record.owner().equals(self)));
  }

  /** Describes the damage to the record; empty if there is none. */
  String damage() {
    return holding(lock, () -> damage);
  }

  /** Returns whether the record was last read or written after a moment. */
  boolean isKnownSince(long moment) {
    return holding(
        lock,
        () ->
            (record.version() != NEVER_READ || mode == Mode.DAMAGED)
                && known.began() - moment >= 0);
  }

  /** Returns whether the bound allows the requested numbers. */
  boolean hasNumbers() {
    return holding(lock, () -> mode == Mode.HELD && needed <= record.bound());
  }

  /** Forgets all keys, which continue at the slot's highest number; returns how many there were. */
  int forgetKeys() {
    return holding(
        lock,
        () -> {
          int forgotten = keys.size();
          keys.clear();
          return forgotten;
        });
  }

  /**
   * Issues the next numbers of a key.
   *
   * @return the last of them; or {@link KeyedNumbers#UNAVAILABLE}
   */
  long take(long hash, long count) {
    lock.lock();
    try {
      return mode == Mode.HELD
          ? issue(hash, Math.addExact(lastOrHighest(hash), count), count)
          : KeyedNumbers.UNAVAILABLE;
    } finally {
      lock.unlock();
    }
  }

  /** Raises a key to a value unless it is higher already; see {@link KeyedNumbers#advance}. */
  long advance(long hash, long value) {
    lock.lock();
    try {
      if (mode != Mode.HELD) {
        return KeyedNumbers.UNAVAILABLE;
      }
      long last = lastOrHighest(hash);
      return last >= value ? last : issue(hash, value, 0);
    } finally {
      lock.unlock();
    }
  }

  private long lastOrHighest(long hash) {
    long last = keys.get(hash);
    return last == KeyedNumbers.UNKNOWN ? highest : last;
  }

  private long issue(long hash, long number, long count) {
    if (number > record.bound()) {
      needed = Math.max(needed, number);
      return KeyedNumbers.UNAVAILABLE;
    }
    keys.put(hash, number);
    highest = Math.max(highest, number);
    issued += count;
    return number;
  }

  /**
   * Returns the last number of a key; {@link KeyedNumbers#UNKNOWN} if it is not in memory, {@link
   * KeyedNumbers#UNAVAILABLE} if this server does not own the slot.
   */
  long last(long hash) {
    lock.lock();
    try {
      return mode == Mode.HELD ? keys.get(hash) : KeyedNumbers.UNAVAILABLE;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether the caller must raise the bound: raising is due, and no other caller has
   * claimed it.
   */
  boolean claimRaise() {
    lock.lock(); // without a lambda, because every call comes here
    try {
      boolean isClaimed = !isRaiseQueued && mode == Mode.HELD && isRaiseDue();
      isRaiseQueued |= isClaimed;
      return isClaimed;
    } finally {
      lock.unlock();
    }
  }

  private boolean isRaiseDue() {
    long bound = record.bound();
    return bound < Long.MAX_VALUE && (highest > alarm || needed > bound);
  }

  /**
   * Returns the change that raises the bound; null if raising is no longer due, or another server
   * owns the slot.
   */
  @Nullable Change planRaise(long now) {
    return holding(
        lock,
        () -> {
          isRaiseQueued = false;
          boolean isDue = mode == Mode.FROZEN || (mode == Mode.HELD && isRaiseDue());
          return isDue ? toBound(record.owner(), now) : null;
        });
  }

  /**
   * Returns the change that acquires the slot; null if this server owns it, its record is damaged,
   * or its owner must not be replaced. Another server may acquire the slot before the change is
   * written.
   */
  @Nullable Change planTake(String self, Predicate<String> mayTakeFrom, long now) {
    return holding(
        lock,
        () -> {
          boolean isFree =
              mode == Mode.ELSEWHERE
                  && record.version() != NEVER_READ
                  && mayTakeFrom.test(record.owner());
          return isFree ? toBound(self, now) : null;
        });
  }

  private Change toBound(String owner, long now) {
    return new Change(record, record.next(step.next(record.bound(), needed, now), owner));
  }

  /**
   * Stops issuing and returns the change that transfers the slot; null if this server does not own
   * it.
   */
  @Nullable Change planGive(String next) {
    return holding(
        lock,
        () -> {
          if (mode != Mode.HELD) {
            return null;
          }
          mode = Mode.FROZEN;
          return new Change(record, record.next(highest, next));
        });
  }

  /**
   * Applies a successful write of this server.
   *
   * @param id returns this server's current id, which may have changed since the write was planned.
   *     Evaluated under the lock, because a server that rejoins changes its id before it leaves its
   *     slots
   */
  void done(Change change, Supplier<String> id, CallTime when) {
    holding(
        lock,
        () -> {
          String self = id.get();
          SlotRecord after = change.after();
          if (after.version() <= record.version()) {
            return; // the answer arrived late
          }
          set(after, when);
          step.written(when.began());
          alarm = step.alarm(after.bound());
          if (!after.owner().equals(self)) {
            disown();
          } else if (mode != Mode.DAMAGED) {
            highest = mode == Mode.ELSEWHERE ? change.before().bound() : highest;
            mode = Mode.HELD;
          }
        });
  }

  /**
   * Applies a record that was read.
   *
   * @param row the record found; null if there is none
   * @param when when it was read
   */
  void applyRead(@Nullable SlotRecord row, CallTime when) {
    holding(
        lock,
        () -> {
          if (row == null) {
            damagedUnlessOld(null, when);
            return;
          }
          boolean isNewer = row.version() > record.version();
          switch (mode) {
            case ELSEWHERE, DAMAGED -> {
              if ((isNewer || row.equals(record)) && row.bound() >= highest) {
                set(row, when);
                disown();
              } else {
                damagedUnlessOld(row, when);
              }
            }
            case HELD, FROZEN -> { // the read may be older than this server's last write
              if (isNewer && !row.owner().equals(record.owner())) {
                foundAnother(row, when);
              } else if (row.version() < record.version()) {
                damagedUnlessOld(row, when);
              }
            }
          }
        });
  }

  /** Applies damage, unless the call that found it began before the last known answer. */
  private void damagedUnlessOld(@Nullable SlotRecord found, CallTime when) {
    if (record.version() == NEVER_READ || when.began() - known.answered() > 0) {
      damaged(found, when);
    }
  }

  /**
   * Applies the record that was read after a write was rejected.
   *
   * @param expected the record that the write expected
   * @param row the record found; null if there is none
   */
  void reconcile(SlotRecord expected, @Nullable SlotRecord row, CallTime when) {
    holding(
        lock,
        () -> {
          boolean isHeld = mode == Mode.HELD || mode == Mode.FROZEN;
          if (!isHeld || !record.equals(expected)) {
            applyRead(row, when);
          } else if (!record.equals(row)) {
            foundAnother(row, when);
          }
        });
  }

  /**
   * Leaves the slot. If the record names this server as the owner, either this server's own write
   * had its answer lost, or another server has transferred the slot back. These cases look the
   * same, so the slot is acquired again, above the bound.
   */
  private void foundAnother(@Nullable SlotRecord row, CallTime when) {
    if (row != null && row.version() > record.version() && row.bound() >= highest) {
      set(row, when);
      disown();
    } else {
      damaged(row, when);
    }
  }

  private void damaged(@Nullable SlotRecord found, CallTime when) {
    if (mode != Mode.DAMAGED) { // the state at the first sighting is the most complete
      damage = describe(found);
    }
    mode = Mode.DAMAGED;
    known = when;
    keys.clear();
  }

  private String describe(@Nullable SlotRecord found) {
    return "slot row must not be deleted or set back: slot="
        + slot
        + ", expected version="
        + record.version()
        + ", found "
        + (found == null ? "nothing" : "bound=" + found.bound() + ", version=" + found.version())
        + "; repair it above all numbers in use: snowbraid slots repair "
        + slot
        + " --above N; "
        + (mode == Mode.HELD || mode == Mode.FROZEN
            ? "this server, the last owner, issued none above "
            : "other servers may have issued higher numbers than the highest known here, ")
        + Math.max(highest, record.bound());
  }

  /** Stops owning the slot. */
  void disown() {
    holding(
        lock,
        () -> {
          mode = Mode.ELSEWHERE;
          damage = "";
          highest = 0;
          needed = 0;
          keys.clear();
        });
  }

  private void set(SlotRecord row, CallTime when) {
    record = row;
    known = when;
  }
}
