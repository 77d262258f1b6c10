package io.snowbraid.benchmarks;

/**
 * The Snowflake scheme in its simplest form, with the fields of the default layout: each
 * millisecond begins with sequence 0, and when one is used up, it waits for the next. For
 * comparison only.
 */
final class PlainSnowflake {

  private static final int SEQUENCES = 1 << 11;

  private final long worker;
  private long millis = -1;
  private int sequence;

  PlainSnowflake(int worker) {
    this.worker = (long) worker << 11;
  }

  long next() {
    long now = System.currentTimeMillis();
    while (now < millis || (now == millis && sequence == SEQUENCES)) {
      Thread.onSpinWait();
      now = System.currentTimeMillis();
    }
    if (now > millis) {
      millis = now;
      sequence = 0;
    }
    return (now << 22) | worker | sequence++;
  }
}
