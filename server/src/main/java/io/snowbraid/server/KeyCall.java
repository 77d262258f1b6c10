package io.snowbraid.server;

import io.snowbraid.keyed.KeyedNumbers;

/**
 * A call of a key.
 *
 * @param amount how many numbers, or a value, as the operation wants
 */
record KeyCall(KeyOperation operation, int slot, long hash, long amount) {

  /** Makes the call; returns a result to write, or {@link KeyOperation#NOT_NOW}. */
  long make(KeyedNumbers keyed, long nanoTime) {
    return operation.apply(keyed, slot, hash, amount, nanoTime);
  }
}
