package io.snowbraid.benchmarks;

/** Anything that issues ids, or that marks the least that issuing one can cost. */
@FunctionalInterface
interface IdSupplier {

  /** Issues one id. Of a 128-bit id it is the low half. */
  long next();

  /** Issues ids in bulk, by the contender's own way if it has one. */
  default void fill(long[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = next();
    }
  }

  /** Stops the threads that it started, if any. */
  default void close() {}
}
