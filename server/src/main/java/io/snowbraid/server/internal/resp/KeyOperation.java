package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeyedNumbers;

/** What is done with a key, and how its result is written. */
enum KeyOperation {
  /** Reserves the next numbers. */
  TAKE {
    @Override
    long apply(KeyedNumbers keyed, int slot, long hash, long amount, long nanoTime) {
      long last = keyed.take(slot, hash, amount, nanoTime);
      return last == KeyedNumbers.NOT_NOW ? NOT_NOW : last;
    }
  },
  /** Makes the next numbers come after a value. */
  ADVANCE {
    @Override
    long apply(KeyedNumbers keyed, int slot, long hash, long amount, long nanoTime) {
      long last = keyed.advance(slot, hash, amount, nanoTime);
      return last == KeyedNumbers.NOT_NOW ? NOT_NOW : last;
    }
  },
  /** Looks where the key stands. */
  LOOK {
    @Override
    long apply(KeyedNumbers keyed, int slot, long hash, long amount, long nanoTime) {
      long last = keyed.last(slot, hash, nanoTime);
      return last == KeyedNumbers.NOT_HERE ? NOT_NOW : last;
    }

    @Override
    void write(long result, Replies replies) {
      if (result == KeyedNumbers.UNKNOWN) {
        replies.nullReply();
      } else {
        replies.text(result);
      }
    }
  };

  /** The result if the slot is not served here now. */
  static final long NOT_NOW = -1;

  /**
   * Does it.
   *
   * @param amount how many numbers, or the value
   * @return a result to write, or {@link #NOT_NOW}
   * @throws ArithmeticException if the slot has not so many numbers left
   */
  abstract long apply(KeyedNumbers keyed, int slot, long hash, long amount, long nanoTime);

  /** Writes a result. */
  void write(long result, Replies replies) {
    replies.integer(result);
  }
}
