package io.snowbraid.benchmarks;

/** Issues ids, or shows the minimal cost of issuing one. */
@FunctionalInterface
interface IdSupplier {

  /** Issues one id; the low half of a 128-bit id. */
  long next();

  /** Issues ids in bulk, by the entrant's own method if it has one. */
  default void fill(long[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = next();
    }
  }

  /** Stops the threads that the entrant started, if any. */
  default void close() {}
}
