package io.snowbraid.keyed;

import io.snowbraid.internal.MonotonicTime;

/**
 * When a call to the store was made, by the steady clock. What it read was true at some moment
 * between.
 *
 * @param began before it was sent
 * @param answered after it was answered
 */
record CallTime(long began, long answered) {

  /** Returns the time of a call that has just been answered. */
  static CallTime since(long began, MonotonicTime steady) {
    return new CallTime(began, steady.nanoTime());
  }
}
