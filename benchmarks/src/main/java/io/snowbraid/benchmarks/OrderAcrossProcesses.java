package io.snowbraid.benchmarks;

import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import io.hypersistence.tsid.TSID;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Counts how often the ids of two processes whose clocks differ are in another order than they were
 * issued. Time is simulated: each of the two issues 500 ids a second, at random moments.
 */
final class OrderAcrossProcesses {

  private static final int IDS = 200_000;
  private static final double NANOS_BETWEEN_IDS = 1e6;

  /** Differences of the clocks, in microseconds. */
  private static final List<Integer> DIFFERENCES = List.of(0, 100, 1_000, 5_000, 50_000);

  private static final List<Integer> GAPS = List.of(0, 10);
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");

  /** A kind of id, made by the processes 1 and 2 with clocks of their own. */
  private enum Kind {
    SNOWBRAID(
        "Snowbraid",
        (process, clock) -> {
          Snowflake ids =
              Snowflake.builder().worker(WorkerSource.fixed(process)).clock(clock).build();
          return new Ids() {
            @Override
            public BigInteger next() {
              return BigInteger.valueOf(ids.nextId());
            }

            @Override
            public void close() {
              ids.close();
            }
          };
        }),
    TSID_CLOCK(
        "TSID, hypersistence-tsid",
        (process, clock) -> {
          TSID.Factory ids =
              TSID.Factory.builder().withNodeBits(10).withNode(process).withClock(clock).build();
          return () -> BigInteger.valueOf(ids.generate().toLong());
        }),
    UUID_7(
        "UUID version 7, uuid-creator",
        (process, clock) -> {
          TimeOrderedEpochFactory ids = new TimeOrderedEpochFactory(clock);
          return () -> number(ids.create());
        }),
    UUID_7_FRACTIONS(
        "UUID version 7, by the formula of PostgreSQL 18",
        (process, clock) -> {
          Random random = new Random(process);
          return () -> number(withFraction(clock.instant(), random));
        });

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Generator generator;

    Kind(String label, Generator generator) {
      this.label = label;
      this.generator = generator;
    }
  }

  /** Makes what issues the ids of a process, as numbers in their order. */
  private interface Generator {
    Ids of(int process, Clock clock);
  }

  private interface Ids extends AutoCloseable {
    BigInteger next();

    @Override
    default void close() {}
  }

  private static BigInteger number(UUID uuid) {
    return new BigInteger(uuid.toString().replace("-", ""), 16);
  }

  /** Source: PostgreSQL 18, uuid.c: 12 bits of the fraction of the millisecond follow it. */
  private static UUID withFraction(Instant time, Random random) {
    long nanos = Duration.between(time.truncatedTo(ChronoUnit.MILLIS), time).toNanos();
    long fraction = nanos * 4_096 / 1_000_000;
    return new UUID(
        time.toEpochMilli() << 16 | 0x7000 | fraction, random.nextLong() >>> 2 | 1L << 63);
  }

  /** The clock of a process, which is ahead of the simulated time or not. */
  private static final class SimulatedClock extends Clock {

    private final long aheadNanos;
    private long nanos;

    SimulatedClock(int aheadMicros) {
      this.aheadNanos = aheadMicros * 1_000L;
    }

    @Override
    public Instant instant() {
      return START.plusNanos(nanos + aheadNanos);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** An id, when it was really issued, and by which process. */
  private record Issued(long nanos, int process, BigInteger id) {}

  String measure() {
    List<String> header = new ArrayList<>(List.of("in the wrong order, %"));
    for (int difference : DIFFERENCES) {
      for (int gap : GAPS) {
        header.add(
            "clocks %s ms apart, %s"
                .formatted(
                    MeasuredValue.number(difference / 1e3),
                    gap == 0 ? "next id" : gap + " ms later"));
      }
    }
    MarkdownTable table = MarkdownTable.ofFigures(header);
    for (Kind kind : Kind.values()) {
      List<String> row = new ArrayList<>(List.of(kind.label));
      for (int difference : DIFFERENCES) {
        List<Issued> ids = issue(kind, difference);
        GAPS.forEach(gap -> row.add(wrong(ids, gap * 1_000_000L)));
      }
      table.add(row);
    }
    return """
    ## Order across two processes

    Two processes issue %,d ids, together one a millisecond at random moments of simulated time. For each id, the next one of the other process that is issued after so many milliseconds: how often it is the lower one.

    %s\
    """
        .formatted(IDS, table);
  }

  private static List<Issued> issue(Kind kind, int difference) {
    Random random = new Random(1);
    SimulatedClock right = new SimulatedClock(0);
    SimulatedClock ahead = new SimulatedClock(difference);
    List<Issued> issued = new ArrayList<>();
    try (Ids first = kind.generator.of(1, right);
        Ids second = kind.generator.of(2, ahead)) {
      double now = 0;
      for (int i = 0; i < IDS; i++) {
        now -= Math.log(1 - random.nextDouble()) * NANOS_BETWEEN_IDS;
        right.nanos = (long) now;
        ahead.nanos = (long) now;
        int process = random.nextInt(2);
        issued.add(new Issued((long) now, process, (process == 0 ? first : second).next()));
      }
    }
    return issued;
  }

  private static String wrong(List<Issued> ids, long gap) {
    int pairs = 0;
    int wrong = 0;
    for (int i = 0, later = 0; i < ids.size(); i++) {
      Issued one = ids.get(i);
      later = Math.max(later, i + 1);
      while (later < ids.size() && ids.get(later).nanos < one.nanos + gap) {
        later++;
      }
      int other = later;
      while (other < ids.size() && ids.get(other).process == one.process) {
        other++;
      }
      if (other < ids.size()) {
        pairs++;
        wrong += ids.get(other).id.compareTo(one.id) < 0 ? 1 : 0;
      }
    }
    return MeasuredValue.number(100.0 * wrong / pairs);
  }
}
