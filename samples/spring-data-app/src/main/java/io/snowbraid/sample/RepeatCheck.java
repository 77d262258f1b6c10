package io.snowbraid.sample;

/**
 * Counts the ids of a {@link PlainSnowflake} that it has issued before, in 24 MB.
 *
 * <p>Within a millisecond such a generator always starts at 0 and counts up, so what it has issued
 * there is known by a number. That number is kept for 70 minutes of its clock; a repeat of an older
 * id is missed, so the count is never too high. Not safe for threads.
 */
final class RepeatCheck {

  private static final int BITS = 22;

  /** For each millisecond modulo the window: which round of the window it belongs to. */
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
