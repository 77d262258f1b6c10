package io.snowbraid.client;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that were drawn and not used up: the current one, and one ahead. Ids are taken from
 * the current one without a lock.
 */
final class BlockBuffer {

  private static final long NONE = -1;

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

  Block current() {
    return current;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Leaves a block that is used up. Returns false if there is no other. */
  boolean leave(Block used) {
    lock.lock();
    try {
      return current != used || next();
    } finally {
      lock.unlock();
    }
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
   * Adds a block, unless all were discarded since it was asked for. There must be none ahead.
   *
   * @param seenClearings how often blocks had been discarded when it was asked for
   */
  void add(Block block, long seenClearings) {
    lock.lock();
    try {
      if (!isClosed && clearings == seenClearings) {
        ahead = block;
        added += block.size();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Notes that no server gave ids, so that waiting calls see why. */
  void failRound() {
    lock.lock();
    try {
      failedRounds++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how often no server gave ids. */
  long failedRounds() {
    lock.lock();
    try {
      return failedRounds;
    } finally {
      lock.unlock();
    }
  }

  /** Begins to wait for ids. */
  void enter(int missing) {
    lock.lock();
    try {
      needed += missing;
    } finally {
      lock.unlock();
    }
  }

  /** Ends what {@link #enter} began. */
  void exit(int missing) {
    enter(-missing);
  }

  /** Returns how many ids the waiting calls need. */
  long needed() {
    lock.lock();
    try {
      return needed;
    } finally {
      lock.unlock();
    }
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
    lock.lock();
    try {
      return !isClosed && ahead == null && current.left() <= current.size() / 2;
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many ids were issued ever. */
  long issued() {
    lock.lock();
    try {
      return added - discarded - current.left() - (ahead == null ? 0 : ahead.size());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Discards blocks that are too old.
   *
   * @return after how many nanoseconds the next one is too old; negative if there is none
   */
  long expire(long now, long maxAgeNanos) {
    lock.lock();
    try {
      long left = expire(current, now, maxAgeNanos);
      if (left < 0 && next()) {
        left = expire(current, now, maxAgeNanos);
      }
      return left;
    } finally {
      lock.unlock();
    }
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
    lock.lock();
    try {
      clearings++;
      discarded += current.left() + (ahead == null ? 0 : ahead.size());
      current.freeze();
      ahead = null;
    } finally {
      lock.unlock();
    }
  }

  /** Returns how often {@link #clear} was called. */
  long clearings() {
    lock.lock();
    try {
      return clearings;
    } finally {
      lock.unlock();
    }
  }

  /** Discards all blocks for ever. Returns false if that was done before. */
  boolean close() {
    lock.lock();
    try {
      boolean isFirst = !isClosed;
      isClosed = true;
      current.freeze();
      ahead = null;
      changed.signalAll();
      return isFirst;
    } finally {
      lock.unlock();
    }
  }
}
