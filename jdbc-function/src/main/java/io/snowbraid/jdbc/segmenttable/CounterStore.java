package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.Tags;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Draws and moves counters by reading a row and replacing it, and starts again if another write
 * came first.
 */
public final class CounterStore {

  /** In each round one process succeeds, so many processes still need far fewer. */
  private static final int ROUNDS = 200;

  /** How often a row is added that is not there when it is read next. */
  private static final int INSERTS = 20;

  private static final long FIRST_BOUND = 1;
  private static final int MAX_PAUSE_MILLIS = 50;

  private final CounterTable table;
  private final CounterFormat format;
  private final SegmentSource source;

  public CounterStore(CounterTable table, CounterFormat format, SegmentSource source) {
    this.table = table;
    this.format = format;
    this.source = source;
  }

  /** One attempt; empty if another write came first. */
  private interface Attempt<T> {
    Optional<T> run(int round) throws SQLException;
  }

  /** Draws a segment, see {@link SegmentSource#draw}. */
  public Segment draw(String tag, long count, boolean createsTag) throws SQLException {
    Optional<Segment> drawn = table.drawAtOnce(tag, count);
    return drawn.isPresent()
        ? drawn.get()
        : repeat(tag, round -> draw(tag, count, createsTag, round));
  }

  private Optional<Segment> draw(String tag, long count, boolean createsTag, int round)
      throws SQLException {
    Optional<CounterRow> row = table.read(tag);
    if (row.isEmpty()) {
      if (!createsTag) {
        throw Tags.unknown(tag, source);
      }
      boolean unused = insert(tag, FIRST_BOUND, round);
      return Optional.empty();
    }
    Draw draw = format.plan(tag, row.get(), count);
    return table.replace(tag, row.get(), draw.value())
        ? Optional.of(draw.segment())
        : Optional.empty();
  }

  private boolean insert(String tag, long bound, int round) throws SQLException {
    return table.insert(tag, bound - format.distanceToBound(), round >= INSERTS);
  }

  /** Gives numbers back, once; see {@link SegmentSource#giveBack}. */
  public boolean giveBack(String tag, Segment rest) throws SQLException {
    if (rest.bound() - rest.last() > rest.step()) {
      return false; // numbers after these may be in use
    }
    long distance = format.distanceToBound();
    CounterRow drawn = new CounterRow(rest.bound() - distance, rest.version(), 1, 1, 0);
    return table.replace(tag, drawn, rest.first() - distance);
  }

  /** Moves a bound up, see {@link SegmentSource#advance}. */
  public boolean advance(String tag, long bound) throws SQLException {
    long value = Math.max(0, bound) - format.distanceToBound();
    return repeat(
        tag,
        round -> {
          if (table.raise(tag, value)) {
            return Optional.of(true);
          }
          CounterRow row = table.read(tag).orElseThrow(() -> Tags.unknown(tag, source));
          return row.value() < value ? Optional.empty() : Optional.of(false);
        });
  }

  /** Reads a bound, see {@link SegmentSource#peek}. */
  public OptionalLong peek(String tag) throws SQLException {
    Optional<CounterRow> row = table.read(tag);
    return row.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(row.get().value() + format.distanceToBound());
  }

  /** Creates a tag, see {@link SegmentSource#create}. */
  public boolean create(String tag, long bound) throws SQLException {
    return repeat(
        tag,
        round ->
            table.read(tag).isPresent()
                ? Optional.of(false)
                : insert(tag, bound, round) ? Optional.of(true) : Optional.empty());
  }

  private <T> T repeat(String tag, Attempt<T> attempt) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      Optional<T> result = attempt.run(round);
      if (result.isPresent()) {
        return result.get();
      }
      pause(round);
    }
    throw StoreFailures.OF_SEGMENTS.failed(
        "row of a tag must be written within "
            + ROUNDS
            + " rounds, others were always faster: tag="
            + tag
            + "; try again",
        null);
  }

  /** Waits for a random time, so that those who compete come one after another. */
  private static void pause(int round) {
    int most = Math.min(round, MAX_PAUSE_MILLIS);
    if (most > 0) {
      LockSupport.parkNanos(
          ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(most)));
    }
  }
}
