package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class UniquenessCheckTest {

  private static final Layout LAYOUT = Layout.DEFAULT;

  private static long duplicates(long... ids) {
    UniquenessCheck check = new UniquenessCheck(LAYOUT);
    LongStream.of(ids).forEach(id -> check.add(id, LAYOUT.decode(id)));
    return check.duplicates();
  }

  private static long id(long tick, int rollback, int timeline, int worker, int sequence) {
    return LAYOUT.encode(tick, rollback, timeline, worker, sequence, 0);
  }

  @Test
  void repeatedIdCounts() {
    assertThat(duplicates(id(5, 1, 2, 3, 4), id(5, 1, 2, 3, 4))).isEqualTo(1);
    assertThat(duplicates(0, 0)).isEqualTo(1);
  }

  @Test
  void repeatCountsHoweverManyIdsLieBetween() {
    assertThat(
            duplicates(id(5, 0, 0, 0, 1), id(6, 0, 0, 0, 0), id(5, 0, 1, 0, 1), id(5, 0, 0, 0, 1)))
        .isEqualTo(1);
  }

  @Test
  void sameTickAndSequenceElsewhereIsNoDuplicate() {
    assertThat(
            duplicates(id(5, 0, 0, 0, 1), id(5, 0, 0, 1, 1), id(5, 0, 1, 0, 1), id(5, 1, 0, 0, 1)))
        .isZero();
  }

  @Test
  void lastLaneOfLastWorkerHasItsPlace() {
    long last =
        id(
            LAYOUT.lastTick(),
            LAYOUT.rollbacks() - 1,
            LAYOUT.timelines() - 1,
            LAYOUT.workers() - 1,
            0);
    assertThat(duplicates(last, last + 1, last)).isEqualTo(1);
  }

  @Test
  void generatorWhoseClockJumpsHasNoDuplicateButABrokenGeneratorHas() {
    AdjustableClock clock = new AdjustableClock();
    SplittableRandom random = new SplittableRandom(1);
    long[] ids = new long[10_000];
    try (Snowflake snowflake =
        Snowflake.builder().worker(WorkerSource.fixed(101)).clock(clock).build()) {
      for (int i = 0; i < ids.length; i++) {
        if (i % 1_000 == 0) {
          clock.setRight();
          clock.step(Duration.ofHours(random.nextInt(-1, 1)));
        }
        ids[i] = snowflake.nextId();
      }
    }
    assertThat(duplicates(ids)).isZero();
    assertThat(duplicates(LongStream.of(ids).map(UniquenessCheckTest::onTimelineZero).toArray()))
        .isPositive();
  }

  /** Returns the id that a generator with only one timeline would issue. */
  private static long onTimelineZero(long id) {
    long timelines = id(0, LAYOUT.rollbacks() - 1, LAYOUT.timelines() - 1, 0, 0);
    return id & ~timelines;
  }
}
