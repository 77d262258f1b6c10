package io.snowbraid.server.cluster;

/**
 * A call that got numbers of a key.
 *
 * @param begin when it began, by the steady clock of the process that called
 * @param end when it had ended
 * @param last the number that it got, or the last of them
 * @param count how many numbers it got
 */
record Call(long begin, long end, long last, int count) {

  /** Returns the first of its numbers. */
  long first() {
    return last - count + 1;
  }

  /** Returns whether it had ended before another began. */
  boolean isBefore(Call other) {
    return end < other.begin;
  }
}
