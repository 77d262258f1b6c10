package io.snowbraid.layout;

import io.snowbraid.internal.Arguments;
import java.time.Duration;
import java.time.Instant;

/** A layout whose fields are groups of bits. */
record BitLayout(
    int timeBits,
    int rollbackBits,
    int timelineBits,
    int workerBits,
    int sequenceBits,
    int tailBits,
    Instant epoch,
    Duration tick)
    implements Layout {

  private static final int ID_BITS = 63;

  BitLayout {
    requireWidth("time", timeBits, 1, 62);
    requireWidth("rollback", rollbackBits, 0, 2);
    requireWidth("timeline", timelineBits, 0, 2);
    requireWidth("worker", workerBits, 0, 30);
    requireWidth("sequence", sequenceBits, 1, 30);
    requireWidth("tail", tailBits, 0, 30);
    int total = timeBits + rollbackBits + timelineBits + workerBits + sequenceBits + tailBits;
    if (total > ID_BITS) {
      throw new IllegalArgumentException(
          "fields must fit into " + ID_BITS + " bits (without the sign), but need " + total);
    }
    LayoutChecks.requireWholeMillis(epoch, tick);
    LayoutChecks.requireRepresentable(timeBits, (1L << timeBits) - 1, epoch, tick);
  }

  private static void requireWidth(String field, int bits, int min, int max) {
    LayoutChecks.requireWidth(field, bits, min, max, "bits");
  }

  @Override
  public long lastTick() {
    return (1L << timeBits) - 1;
  }

  @Override
  public Instant lastInstant() {
    return TickConverter.end(this);
  }

  @Override
  public int rollbacks() {
    return 1 << rollbackBits;
  }

  @Override
  public int timelines() {
    return 1 << timelineBits;
  }

  @Override
  public int workers() {
    return 1 << workerBits;
  }

  @Override
  public int sequences() {
    return 1 << sequenceBits;
  }

  @Override
  public int tails() {
    return 1 << tailBits;
  }

  @Override
  public long minIdsPerTick() {
    return sequences() / 2 + (timelines() - 1L) * sequences();
  }

  @Override
  public String fingerprint() {
    return LayoutText.fingerprint(this);
  }

  @Override
  public long encode(long tick, int rollback, int timeline, int worker, int sequence, int tail) {
    long id = append(0, timeBits, "tick", tick);
    id = append(id, rollbackBits, "rollback", rollback);
    id = append(id, timelineBits, "timeline", timeline);
    id = append(id, workerBits, "worker", worker);
    id = append(id, sequenceBits, "sequence", sequence);
    return append(id, tailBits, "tail", tail);
  }

  private static long append(long id, int bits, String field, long value) {
    Arguments.between(field, value, 0, (1L << bits) - 1);
    return id << bits | value;
  }

  @Override
  public IdParts decode(long id) {
    if (id >>> (timeBits + lowBits()) != 0) {
      throw new IllegalArgumentException(Arguments.outside("id", id, 0, maxIdOfTick(lastTick())));
    }
    int sequenceShift = tailBits;
    int workerShift = sequenceShift + sequenceBits;
    int timelineShift = workerShift + workerBits;
    int rollbackShift = timelineShift + timelineBits;
    return new IdParts(
        TickConverter.start(this, id >>> lowBits()),
        field(id, rollbackShift, rollbackBits),
        field(id, timelineShift, timelineBits),
        field(id, workerShift, workerBits),
        field(id, sequenceShift, sequenceBits),
        field(id, 0, tailBits));
  }

  private static int field(long id, int shift, int bits) {
    return (int) (id >>> shift) & (1 << bits) - 1;
  }

  /** Returns the number of bits below the time. */
  private int lowBits() {
    return rollbackBits + timelineBits + workerBits + sequenceBits + tailBits;
  }

  @Override
  public long minId(Instant time) {
    return TickConverter.of(this, time) << lowBits();
  }

  @Override
  public long maxId(Instant time) {
    return maxIdOfTick(TickConverter.of(this, time));
  }

  private long maxIdOfTick(long tick) {
    return tick << lowBits() | (1L << lowBits()) - 1;
  }

  @Override
  public String toString() {
    return LayoutText.print(this);
  }
}
