package io.snowbraid.keyed;

import static io.snowbraid.internal.Locks.holding;

import io.snowbraid.keyed.SlotRecord.Change;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this server knows of a slot, and the numbers that it issues there.
 *
 * <p>Each tenure begins with an answered write that raises the bound ({@link #planTake}), so what
 * was read and is out of date by now can never lead to numbers. While a hand-over has no answer,
 * the slot is frozen: it may be done at any time, until a newer write of this server has succeeded.
 *
 * <p>Safe for use by any number of threads; no call waits.
 */
final class SlotState {

  private enum Mode {
    ELSEWHERE,
    HELD,
    /** A hand-over is under way, or had no answer. */
    FROZEN,
    /** Its row was deleted or set back. */
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

  /** When the row was last read or written. */
  private CallTime known = new CallTime(0, 0);

  /** The highest number that was issued in this tenure. */
  private long highest;

  /** The highest number that was asked for in this tenure. */
  private long needed;

  /** The bound is to be raised once a number above this was issued. */
  private long alarm;

  /** Somebody was told to raise the bound, and has not begun. */
  private boolean isRaiseQueued;

  /** How many numbers were issued in all tenures. */
  private long issued;

  /**
   * Creates a slot of which nothing is known.
   *
   * @param allKeys counts the keys of all slots
   */
  SlotState(int slot, AtomicInteger allKeys) {
    this.slot = slot;
    this.keys = new KeyTable(allKeys);
    this.record = new SlotRecord(slot, 0, SlotRecord.NOBODY, NEVER_READ);
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

  boolean isHeld() {
    return holding(lock, () -> mode == Mode.HELD);
  }

  boolean isElsewhere() {
    return holding(lock, () -> mode == Mode.ELSEWHERE);
  }

  boolean isFrozen() {
    return holding(lock, () -> mode == Mode.FROZEN);
  }

  /** Returns whether a server holds it, may hold it, or was handed it. */
  boolean mayBeHeldBy(String self) {
    return holding(
        lock,
        () ->
            switch (mode) {
              case HELD, FROZEN -> true;
              case ELSEWHERE -> record.holder().equals(self);
              case DAMAGED -> false;
            });
  }

  boolean isDamaged() {
    return holding(lock, () -> mode == Mode.DAMAGED);
  }

  /** Returns what is wrong with the row; empty if nothing is. */
  String damage() {
    return holding(lock, () -> damage);
  }

  /** Returns whether what is known of the row was read or written after a moment. */
  boolean isKnownSince(long moment) {
    return holding(
        lock, () -> (record.version() != NEVER_READ || isDamaged()) && known.began() - moment >= 0);
  }

  /** Returns whether a number can be issued, as far as the bound is concerned. */
  boolean hasNumbers() {
    return holding(lock, () -> mode == Mode.HELD && needed <= record.bound());
  }

  /** Forgets all keys; returns how many there were. Each continues at the highest number. */
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
   * @return the last of them; or {@link KeyedNumbers#NOT_NOW}
   */
  long take(long hash, long count) {
    lock.lock();
    try {
      return mode == Mode.HELD
          ? issue(hash, Math.addExact(lastOrHighest(hash), count), count)
          : KeyedNumbers.NOT_NOW;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a key stand at a value at least, as {@link #take} does with a count. */
  long advance(long hash, long value) {
    lock.lock();
    try {
      if (mode != Mode.HELD) {
        return KeyedNumbers.NOT_NOW;
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
      return KeyedNumbers.NOT_NOW;
    }
    keys.put(hash, number);
    highest = Math.max(highest, number);
    issued += count;
    return number;
  }

  /**
   * Returns the last number of a key; {@link KeyedNumbers#UNKNOWN} if it is not in memory, {@link
   * KeyedNumbers#NOT_HERE} if the slot is not held.
   */
  long last(long hash) {
    lock.lock();
    try {
      return mode == Mode.HELD ? keys.get(hash) : KeyedNumbers.NOT_HERE;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the bound has to be raised and nobody was told yet; then the caller is. */
  boolean claimRaise() {
    lock.lock(); // without an object, because each call comes here
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

  /** Returns how to raise the bound; null if that is not due any more, or not for this server. */
  @Nullable Change planRaise(long now) {
    return holding(
        lock,
        () -> {
          isRaiseQueued = false;
          boolean isDue = mode == Mode.FROZEN || (mode == Mode.HELD && isRaiseDue());
          return isDue ? toBound(record.holder(), now) : null;
        });
  }

  /**
   * Returns how to take the slot; null if it is held already, or its row is damaged, or its holder
   * is one from whom it must not be taken. That was true when it was planned, but others may have
   * taken it since.
   */
  @Nullable Change planTake(String self, Predicate<String> mayTakeFrom, long now) {
    return holding(
        lock,
        () -> {
          boolean isFree =
              mode == Mode.ELSEWHERE
                  && record.version() != NEVER_READ
                  && mayTakeFrom.test(record.holder());
          return isFree ? toBound(self, now) : null;
        });
  }

  private Change toBound(String holder, long now) {
    return new Change(record, record.next(step.next(record.bound(), needed, now), holder));
  }

  /** Stops issuing, and returns how to hand the slot over; null if it is not held. */
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
   * Notes that a write of this server was done.
   *
   * @param id the present id of this server, which may have changed since the write was planned. It
   *     is asked for here, because a server that starts again leaves its slots after that
   */
  void done(Change change, Supplier<String> id, CallTime when) {
    holding(
        lock,
        () -> {
          String self = id.get();
          SlotRecord after = change.after();
          if (after.version() <= record.version()) {
            return; // the answer came late
          }
          boolean isTake = mode == Mode.ELSEWHERE && after.holder().equals(self);
          boolean isThawed = mode == Mode.FROZEN && after.holder().equals(self);
          set(after, when);
          step.written(when.began());
          alarm = step.alarm(after.bound());
          if (isTake) {
            issueAbove(change.before().bound());
            mode = Mode.HELD;
          } else if (isThawed) {
            mode = Mode.HELD;
          } else if (!after.holder().equals(self)) {
            leave();
          }
        });
  }

  /**
   * Notes a row that was read.
   *
   * @param when when it was read
   */
  void learn(SlotRecord row, CallTime when) {
    holding(
        lock,
        () -> {
          boolean isNewer = row.version() > record.version();
          switch (mode) {
            case ELSEWHERE, DAMAGED -> {
              if ((isNewer || row.equals(record)) && row.bound() >= highest) {
                set(row, when);
                leave();
              } else if (isNoOldAnswer(when)) {
                damaged("bound=" + row.bound() + ", version=" + row.version(), when);
              }
            }
            case HELD, FROZEN -> { // what was read may be older than what was written since
              if (isNewer && !row.holder().equals(record.holder())) {
                foundAnother(row, when);
              } else if (row.version() < record.version() && isNoOldAnswer(when)) {
                damaged("bound=" + row.bound() + ", version=" + row.version(), when);
              }
            }
          }
        });
  }

  /** Returns whether a call began after everything that is known was answered. */
  private boolean isNoOldAnswer(CallTime when) {
    return record.version() == NEVER_READ || when.began() - known.answered() > 0;
  }

  /** Notes that there is no row. */
  void learnMissing(CallTime when) {
    holding(
        lock,
        () -> {
          if (isNoOldAnswer(when)) {
            damaged("nothing", when);
          }
        });
  }

  /**
   * Notes the row that was read after a write was refused.
   *
   * @param expected what the write expected
   * @param row what was found; null if there is no row
   */
  void reconcile(SlotRecord expected, @Nullable SlotRecord row, CallTime when) {
    holding(
        lock,
        () -> {
          boolean isHeld = mode == Mode.HELD || mode == Mode.FROZEN;
          if (!isHeld || !record.equals(expected)) {
            if (row != null) {
              learn(row, when);
            }
          } else if (row == null) {
            damaged("nothing", when);
          } else if (!row.equals(record)) {
            foundAnother(row, when);
          }
        });
  }

  /**
   * Leaves the slot. If the row names this server, it was either its own write, whose answer was
   * lost, or another has handed the slot back. That cannot be told apart, so it is taken again,
   * above the bound.
   */
  private void foundAnother(SlotRecord row, CallTime when) {
    if (row.version() > record.version() && row.bound() >= highest) {
      set(row, when);
      leave();
    } else {
      damaged("bound=" + row.bound() + ", version=" + row.version(), when);
    }
  }

  private void damaged(String found, CallTime when) {
    if (mode != Mode.DAMAGED) { // what was known when it was first seen is the most
      damage = describe(found);
    }
    mode = Mode.DAMAGED;
    known = when;
    keys.clear();
  }

  private String describe(String found) {
    return "row of a slot must not be deleted or set back: slot="
        + slot
        + ", expected version="
        + record.version()
        + ", found "
        + found
        + "; write it again, above all numbers in use: snowbraid slots repair "
        + slot
        + " --above N; "
        + (mode == Mode.HELD || mode == Mode.FROZEN
            ? "this server, which held it, has issued none above "
            : "others may know of higher ones than this server, which knows of ")
        + Math.max(highest, record.bound());
  }

  /** Forgets that this server holds the slot. */
  void leave() {
    holding(
        lock,
        () -> {
          mode = Mode.ELSEWHERE;
          damage = "";
          issueAbove(0);
          keys.clear();
        });
  }

  private void issueAbove(long number) {
    highest = number;
    needed = 0;
  }

  private void set(SlotRecord row, CallTime when) {
    record = row;
    known = when;
  }
}
