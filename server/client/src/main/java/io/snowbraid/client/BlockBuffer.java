package io.snowbraid.client;

import static io.snowbraid.internal.Locks.holding;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that were drawn and not used up: the current one, and one ahead. Ids are taken from
 * the current one without a lock. Those that are too old are discarded in a thread of its own,
 * because the one that draws may be waiting for a server.
 */
final class BlockBuffer {

  private static final long NONE = -1;

  private final long maxAgeNanos;
  private final LongSupplier nanoTime;
  private final ScheduledThreadPoolExecutor expiry;
  private final AtomicBoolean isExpiryScheduled = new AtomicBoolean();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile Block current = Block.empty();
  private @Nullable Block ahead;
  private volatile boolean isClosed;
  private long clearings;
  private long added;
  private long discarded;
  private long needed;
  private long failedRounds;

  /**
   * Creates an empty buffer, without a thread.
   *
   * @param maxAgeNanos how old ids may be; {@link Long#MAX_VALUE} if they do not age
   * @param threads makes the thread that discards those that are too old
   * @param nanoTime the steady clock that says how old they are
   */
  BlockBuffer(long maxAgeNanos, ThreadFactory threads, LongSupplier nanoTime) {
    this.maxAgeNanos = maxAgeNanos;
    this.nanoTime = nanoTime;
    this.expiry = ClientThreads.executor(threads);
  }

  Block current() {
    return current;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Leaves a block that is used up. Returns false if there is no other. */
  boolean leave(Block used) {
    return holding(lock, () -> current != used || next());
  }

  private boolean next() {
    Block block = ahead;
    if (block == null) {
      return false;
    }
    current = block;
    ahead = null;
    return true;
  }

  /**
   * Adds a block, unless all were discarded since it was asked for, or there can be no thread that
   * discards it. There must be none ahead.
   *
   * @param seenClearings how often blocks had been discarded when it was asked for
   */
  void add(Block block, long seenClearings) {
    if (maxAgeNanos == Long.MAX_VALUE) {
      append(block, seenClearings);
      return;
    }
    expiry.prestartCoreThread();
    append(block, seenClearings);
    expireAfter(maxAgeNanos);
  }

  private void append(Block block, long seenClearings) {
    holding(
        lock,
        () -> {
          if (!isClosed && clearings == seenClearings) {
            ahead = block;
            added += block.size();
            changed.signalAll();
          }
        });
  }

  /** Notes that no server gave ids, so that waiting calls see why. */
  void failRound() {
    holding(
        lock,
        () -> {
          failedRounds++;
          changed.signalAll();
        });
  }

  /** Returns how often no server gave ids. */
  long failedRounds() {
    return holding(lock, () -> failedRounds);
  }

  /** Begins to wait for ids. */
  void enter(int missing) {
    holding(
        lock,
        () -> {
          needed += missing;
        });
  }

  /** Ends what {@link #enter} began. */
  void exit(int missing) {
    enter(-missing);
  }

  /** Returns how many ids the waiting calls need. */
  long needed() {
    return holding(lock, () -> needed);
  }

  /** Waits for a block after another one, for another failed round, or for the end. */
  void await(Block used, long seenRounds, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (left > 0 && isUnchanged(used, seenRounds)) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isUnchanged(Block used, long seenRounds) {
    return current == used && ahead == null && failedRounds == seenRounds && !isClosed;
  }

  /** Returns whether the next block has to be drawn. */
  boolean isLow() {
    return holding(lock, () -> !isClosed && ahead == null && current.left() <= current.size() / 2);
  }

  /** Returns how many ids were issued ever. */
  long issued() {
    return holding(
        lock, () -> added - discarded - current.left() - (ahead == null ? 0 : ahead.size()));
  }

  private void expireAfter(long nanos) {
    if (!isExpiryScheduled.getAndSet(true)) {
      try {
        expiry.schedule(this::discardOld, nanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) { // the client is closed
      }
    }
  }

  private void discardOld() {
    isExpiryScheduled.set(false); // before the blocks are seen, so that none is missed
    long left = expire(nanoTime.getAsLong(), maxAgeNanos);
    if (left >= 0) {
      expireAfter(left);
    }
  }

  /**
   * Discards blocks that are too old.
   *
   * @return after how many nanoseconds the next one is too old; negative if there is none
   */
  long expire(long now, long maxAgeNanos) {
    return holding(
        lock,
        () -> {
          long left = expire(current, now, maxAgeNanos);
          if (left < 0 && next()) {
            left = expire(current, now, maxAgeNanos);
          }
          return left;
        });
  }

  private long expire(Block block, long now, long maxAgeNanos) {
    long left = maxAgeNanos - (now - block.drawnAt());
    if (block.left() > 0 && left <= 0) {
      discarded += block.left();
      block.freeze();
    }
    return block.left() > 0 ? left : NONE;
  }

  /** Discards all blocks, also those that were asked for and not added yet. */
  void clear() {
    holding(
        lock,
        () -> {
          clearings++;
          discarded += current.left() + (ahead == null ? 0 : ahead.size());
          current.freeze();
          ahead = null;
        });
  }

  /** Returns how often {@link #clear} was called. */
  long clearings() {
    return holding(lock, () -> clearings);
  }

  /** Discards all blocks forever. Returns false if that was done before. */
  boolean close() {
    expiry.shutdownNow();
    return holding(
        lock,
        () -> {
          boolean isFirst = !isClosed;
          isClosed = true;
          current.freeze();
          ahead = null;
          changed.signalAll();
          return isFirst;
        });
  }
}
