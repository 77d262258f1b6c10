package io.snowbraid.benchmarks;

/** Issues ids, or shows the minimal cost of issuing one. */
@FunctionalInterface
interface IdSupplier extends AutoCloseable {

  /** Issues one id; the low half of a 128-bit id. */
  long next();

  /** Issues ids in bulk, by the entrant's own method if it has one. */
  default void fill(long[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = next();
    }
  }

  /** Returns how many calls waited for the store; -1 if that is not known. */
  default long waits() {
    return -1;
  }

  /** Stops the threads that the entrant started, if any. */
  @Override
  default void close() {}
}
