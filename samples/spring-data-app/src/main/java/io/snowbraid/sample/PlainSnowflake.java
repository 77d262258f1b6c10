package io.snowbraid.sample;

import java.time.InstantSource;
import java.util.OptionalLong;

/**
 * A plain Snowflake generator: time, worker, and a sequence that starts at 0 in each millisecond.
 * It trusts its clock. Not safe for use by several threads.
 */
final class PlainSnowflake {

  static final int SEQUENCES = 4_096;

  private static final int WORKER_BITS = 10;
  private static final long WORKER = 1;

  private final InstantSource clock;
  private long lastMillis = -1;
  private int sequence;

  PlainSnowflake(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Issues an id; empty if the millisecond is used up, where other generators wait for the clock.
   */
  OptionalLong nextId() {
    long millis = clock.millis();
    sequence = millis == lastMillis ? sequence + 1 : 0;
    lastMillis = millis;
    return sequence < SEQUENCES ? OptionalLong.of(id(millis, sequence)) : exhausted();
  }

  private OptionalLong exhausted() {
    sequence = SEQUENCES - 1;
    return OptionalLong.empty();
  }

  static long id(long millis, int sequence) {
    return ((millis << WORKER_BITS) | WORKER) * SEQUENCES + sequence;
  }

  static long millis(long id) {
    return (id / SEQUENCES) >> WORKER_BITS;
  }

  static int sequence(long id) {
    return (int) (id % SEQUENCES);
  }
}
