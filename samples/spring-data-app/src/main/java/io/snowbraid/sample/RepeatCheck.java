package io.snowbraid.sample;

/**
 * Counts the ids that a {@link PlainSnowflake} has issued again, in 24 MB of memory.
 *
 * <p>Such a generator starts each millisecond at 0 and counts up, so one number per millisecond
 * says what it has issued. That number is kept for 70 minutes of the generator's clock. A repeat of
 * an older id is missed, so the count may be too low but never too high. Not safe for use by
 * several threads.
 */
final class RepeatCheck {

  private static final int BITS = 22;

  /** For each millisecond modulo the window, the round of the window that it belongs to. */
  private final int[] rounds = new int[1 << BITS];

  private final short[] issued = new short[1 << BITS];
  private long repeats;

  void add(long id) {
    long millis = PlainSnowflake.millis(id);
    int slot = (int) (millis & (rounds.length - 1));
    int round = (int) (millis >> BITS);
    if (rounds[slot] != round) {
      rounds[slot] = round;
      issued[slot] = 0;
    }
    int sequence = PlainSnowflake.sequence(id);
    if (sequence < issued[slot]) {
      repeats++;
    } else {
      issued[slot] = (short) (sequence + 1);
    }
  }

  long repeats() {
    return repeats;
  }
}
