package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeyedNumbers;

/**
 * A call of a key.
 *
 * @param amount how many numbers, or a value, as the operation wants
 * @param writer writes the result
 */
record KeyCall(KeyOperation operation, int slot, long hash, long amount, Writer writer) {

  /** Writes a result. */
  @FunctionalInterface
  interface Writer {
    void write(long result, Replies replies);
  }

  /** Makes the call; returns a result to write, or {@link KeyOperation#NOT_NOW}. */
  long make(KeyedNumbers keyed, long nanoTime) {
    return operation.apply(keyed, slot, hash, amount, nanoTime);
  }
}
