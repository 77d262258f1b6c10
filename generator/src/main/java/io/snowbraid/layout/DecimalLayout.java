package io.snowbraid.layout;

import io.snowbraid.internal.Arguments;
import java.time.Duration;
import java.time.Instant;

/**
 * A layout whose fields are groups of decimal digits, readable by people: from highest to lowest,
 * time, sequence, worker and tail. It has one lane.
 */
record DecimalLayout(
    int timeDigits,
    int sequenceDigits,
    int workerDigits,
    int tailDigits,
    Instant epoch,
    Duration tick)
    implements Layout {

  private static final int ID_DIGITS = 19;

  DecimalLayout {
    requireWidth("time", timeDigits, 1, 18);
    requireWidth("sequence", sequenceDigits, 1, 9);
    requireWidth("worker", workerDigits, 0, 9);
    requireWidth("tail", tailDigits, 0, 9);
    int low = sequenceDigits + workerDigits + tailDigits;
    if (timeDigits + low > ID_DIGITS) {
      throw new IllegalArgumentException(
          "fields must fit into " + ID_DIGITS + " digits, but need " + (timeDigits + low));
    }
    LayoutChecks.requireWholeMillis(epoch, tick);
    LayoutChecks.requireRepresentable(timeDigits, lastTick(timeDigits, low), epoch, tick);
  }

  private static void requireWidth(String field, int digits, int min, int max) {
    LayoutChecks.requireWidth(field, digits, min, max, "digits");
  }

  /**
   * Returns the last tick of the time field, or the last one whose ids all fit into 63 bits,
   * whichever is earlier.
   */
  private static long lastTick(int time, int low) {
    long idsOfTick = powerOfTen(low);
    return Math.min(powerOfTen(time) - 1, (Long.MAX_VALUE - (idsOfTick - 1)) / idsOfTick);
  }

  private static long powerOfTen(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  @Override
  public long lastTick() {
    return lastTick(timeDigits, lowDigits());
  }

  /** Returns the number of digits below the time. */
  private int lowDigits() {
    return sequenceDigits + workerDigits + tailDigits;
  }

  @Override
  public Instant lastInstant() {
    return TickConverter.end(this);
  }

  @Override
  public int rollbacks() {
    return 1;
  }

  @Override
  public int timelines() {
    return 1;
  }

  @Override
  public int workers() {
    return (int) powerOfTen(workerDigits);
  }

  @Override
  public int sequences() {
    return (int) powerOfTen(sequenceDigits);
  }

  @Override
  public int tails() {
    return (int) powerOfTen(tailDigits);
  }

  @Override
  public long minIdsPerTick() {
    return sequences() / 2;
  }

  @Override
  public String fingerprint() {
    return LayoutText.fingerprint(this);
  }

  @Override
  public long encode(long tick, int rollback, int timeline, int worker, int sequence, int tail) {
    Arguments.between("tick", tick, 0, lastTick());
    Arguments.between("rollback", rollback, 0, 0);
    Arguments.between("timeline", timeline, 0, 0);
    long id = append(tick, sequenceDigits, "sequence", sequence);
    id = append(id, workerDigits, "worker", worker);
    return append(id, tailDigits, "tail", tail);
  }

  private static long append(long id, int digits, String field, int value) {
    long limit = powerOfTen(digits);
    Arguments.between(field, value, 0, limit - 1);
    return id * limit + value;
  }

  @Override
  public IdParts decode(long id) {
    long last = maxIdOfTick(lastTick());
    Arguments.between("id", id, 0, last);
    int workerShift = tailDigits;
    int sequenceShift = workerShift + workerDigits;
    return new IdParts(
        TickConverter.start(this, id / powerOfTen(lowDigits())),
        0,
        0,
        field(id, workerShift, workerDigits),
        field(id, sequenceShift, sequenceDigits),
        field(id, 0, tailDigits));
  }

  private static int field(long id, int shift, int digits) {
    return (int) (id / powerOfTen(shift) % powerOfTen(digits));
  }

  @Override
  public long minId(Instant time) {
    return TickConverter.of(this, time) * powerOfTen(lowDigits());
  }

  @Override
  public long maxId(Instant time) {
    return maxIdOfTick(TickConverter.of(this, time));
  }

  private long maxIdOfTick(long tick) {
    long idsOfTick = powerOfTen(lowDigits());
    return tick * idsOfTick + (idsOfTick - 1);
  }

  @Override
  public String toString() {
    return LayoutText.print(this);
  }
}
