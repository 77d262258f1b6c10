package io.snowbraid.server;

import io.snowbraid.sequence.Sequences;

/**
 * A call of a key.
 *
 * @param amount how many numbers, or a value, as the operation wants
 */
record KeyCall(KeyOperation operation, int slot, long hash, long amount) {

  /** Makes the call; returns a result to write, or {@link KeyOperation#NOT_NOW}. */
  long make(Sequences sequences, long nanoTime) {
    return operation.apply(sequences, slot, hash, amount, nanoTime);
  }
}
