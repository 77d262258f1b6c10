package io.snowbraid.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.IdChecker;
import io.snowbraid.Snowflake;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.UnsortedTimesException;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PastIdsTest {

  private static final Instant TIME = Instant.parse("2025-03-01T12:00:00.123456Z");
  private static final Layout LAYOUT = Layout.DEFAULT;

  private static final Layout SMALL = days(8);

  /** A layout that no other test uses, because a claimed number is no fixed number any more. */
  private static final Layout OF_FIXED = days(14);

  private static Layout days(int bits) {
    return Layout.builder()
        .time(bits)
        .worker(2)
        .sequence(3)
        .epoch(Instant.parse("2025-02-28T00:00:00Z"))
        .tick(Duration.ofDays(1))
        .build();
  }

  private final WorkerSource source = new MemoryWorkerSource(InstantSource.system());

  static Stream<Layout> layouts() {
    return Stream.of(
        Layouts.DEFAULT,
        Layouts.TWITTER,
        Layouts.UNIX_MILLIS,
        Layouts.REDIS_SHARDED,
        Layouts.BAIDU_UID,
        Layouts.DECIMAL,
        Layouts.JAVASCRIPT);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void idsOfALayoutCarryTheirTimesWorkerAndLane(Layout layout) {
    Instant start = layout.epoch().plus(Duration.ofDays(1_000));
    PastIds past = PastIds.open(source, layout);
    List<Instant> times =
        IntStream.range(0, 3 * layout.sequences()).mapToObj(i -> start.plusSeconds(i)).toList();
    long[] ids = past.idsAt(times);
    IdChecker.requireUnique(ids, times.size());
    IdChecker.requireRising(ids);
    for (int i = 0; i < ids.length; i++) {
      IdParts parts = layout.decode(ids[i]);
      assertThat(parts.time()).isEqualTo(times.get(i));
      assertThat(parts.worker()).isEqualTo(past.workerId()).isEqualTo(layout.workers() - 1);
      assertThat(parts.rollback() * layout.timelines() + parts.timeline()).isEqualTo(past.lane());
    }
    assertThat(past.greatestShift()).isZero();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void fullTicksOfALayoutLeadToTheNext(Layout layout) {
    PastIds past = PastIds.open(source, layout);
    Instant time = layout.epoch().plus(Duration.ofDays(1_000));
    long[] ids = past.idsAt(Collections.nCopies(2 * layout.sequences() + 1, time));
    long[] untailed = LongStream.of(ids).map(id -> id - layout.decode(id).tail()).toArray();
    IdChecker.requireUnique(untailed, ids.length);
    assertThat(past.greatestShift()).isEqualTo(layout.tick().multipliedBy(2));
    assertThat(LongStream.of(ids).mapToObj(id -> layout.decode(id).time()).distinct())
        .containsExactly(time, time.plus(layout.tick()), time.plus(layout.tick().multipliedBy(2)));
  }

  @Test
  void timeIsCutToItsTick() {
    assertThat(LAYOUT.decode(PastIds.open(source).idAt(TIME)).time())
        .isEqualTo(Instant.parse("2025-03-01T12:00:00.123Z"));
  }

  @Test
  void idsOfUnsortedTimesAreAtTheirPositions() {
    List<Instant> times = new ArrayList<>();
    IntStream.range(0, 5_000).forEach(i -> times.add(TIME.plusMillis(i / 3)));
    Collections.shuffle(times, new Random(1));
    PastIds past = PastIds.open(source, LAYOUT, 2); // as if they had been sorted
    long[] ids = past.idsAt(times);
    IdChecker.requireUnique(ids, 5_000);
    for (int i = 0; i < ids.length; i++) {
      assertThat(LAYOUT.decode(ids[i]).time())
          .isEqualTo(LAYOUT.decode(LAYOUT.minId(times.get(i))).time());
    }
  }

  @Test
  void unsortedTimesAreRejectedWhenTooManyAreAhead() {
    PastIds past = PastIds.open(source, LAYOUT, 2);
    long first = past.idAt(TIME);
    long[] more = past.idsAt(List.of(TIME.plusMillis(5), TIME.plusMillis(7)));
    assertThatExceptionOfType(UnsortedTimesException.class)
        .isThrownBy(() -> past.idAt(TIME))
        .withMessage(
            "time 2025-03-01T12:00:00.123Z is too early: issued ids are remembered only after"
                + " 2025-03-01T12:00:00.123Z (2 ticks); sort the times, or open with more"
                + " rememberedTicks");
    assertThat(past.idAt(TIME.plusMillis(1))).isGreaterThan(first).isLessThan(more[0]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PastIds.open(source, LAYOUT, 1))
        .withMessage("rememberedTicks must be at least 2, but is 1");
  }

  @Test
  void timeOutsideTheLayoutIsRejectedBeforeAnyIdOfTheCallIsIssued() {
    PastIds past = PastIds.open(source, LAYOUT, 2);
    Instant early = LAYOUT.epoch().minusNanos(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> past.idAt(early))
        .withMessage(
            "time must be between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z, but is"
                + " 2024-12-31T23:59:59.999999999Z; use a layout that covers it, in its own"
                + " namespace");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> past.idsAt(List.of(TIME.plusMillis(9), TIME.plusMillis(10), early)));
    assertThat(LAYOUT.decode(past.idAt(LAYOUT.epoch())).time()).isEqualTo(LAYOUT.epoch());
    Instant last = LAYOUT.lastInstant().plusNanos(999_999);
    assertThat(LAYOUT.decode(past.idAt(last)).time()).isEqualTo(LAYOUT.lastInstant());
    assertThatIllegalArgumentException().isThrownBy(() -> past.idAt(last.plusNanos(1)));
  }

  @Test
  void endOfTheLayoutLeadsBackUntilAllIsFull() {
    PastIds past = PastIds.open(source, SMALL);
    int capacity = 256 * SMALL.sequences();
    Instant last = SMALL.lastInstant();
    long[] ids = past.idsAt(Collections.nCopies(capacity, last));
    IdChecker.requireUnique(ids, capacity);
    assertThat(past.greatestShift()).isEqualTo(Duration.ofDays(255));
    assertThatExceptionOfType(LayoutExhaustedException.class)
        .isThrownBy(() -> past.idAt(last))
        .withMessageStartingWith(
            "no ids are left between 2025-11-10T00:00:00Z and the end of the layout,"
                + " 2025-11-10T23:59:59.999Z; open another lane");
  }

  @Test
  void shardsAreReachedUniformly() {
    PastIds past = PastIds.open(source);
    int[] counts = new int[1_024];
    IntStream.range(0, 102_400)
        .forEach(i -> counts[(int) (past.idAt(TIME.plusMillis(i)) % counts.length)]++);
    assertThat(Arrays.stream(counts).min().getAsInt()).isGreaterThan(50);
    assertThat(Arrays.stream(counts).max().getAsInt()).isLessThan(160);
  }

  @Test
  void threadsGetDifferentIds() throws Exception {
    PastIds past = PastIds.open(source);
    Callable<long[]> some =
        () ->
            IntStream.range(0, 20_000).mapToLong(i -> past.idAt(TIME.plusMillis(i % 7))).toArray();
    LongStream ids = Crowd.call(4, some).stream().flatMapToLong(Arrays::stream);
    IdChecker.requireUnique(ids.toArray(), 80_000);
  }

  @Test
  void eachOpeningHasALaneOfItsOwnBesideGenerators(@TempDir Path directory) {
    WorkerSource files = WorkerSource.file(directory);
    List<Long> ids = new ArrayList<>();
    try (Snowflake live = Snowflake.builder().worker(files).build()) {
      for (int run = 0; run < 2 * 16 + 1; run++) {
        PastIds past = PastIds.open(files);
        assertThat(past.workerId()).isNotEqualTo(live.workerId()).isEqualTo(127 - run / 16);
        Instant now = Instant.now();
        Arrays.stream(past.idsAt(Collections.nCopies(100, now))).forEach(ids::add);
        IntStream.range(0, 100).forEach(i -> ids.add(live.nextId()));
      }
    }
    assertThat(ids).hasSize(33 * 200).doesNotHaveDuplicates();
  }

  @Test
  void fixedNumbersAreRefusedOnBothSides() {
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> PastIds.open(WorkerSource.fixed(3), OF_FIXED))
        .withMessageStartingWith(
            "no lane could be claimed: source FixedWorker[worker=3] cannot reserve workers; use one"
                + " that records workers, such as a table or a directory");
    try (Snowflake fixed =
        Snowflake.builder().layout(OF_FIXED).worker(WorkerSource.fixed(3)).build()) {
      assertThat(PastIds.open(source, OF_FIXED).workerId()).isEqualTo(2);
      assertThat(fixed.workerId()).isEqualTo(3);
    }
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(
            () -> Snowflake.builder().layout(OF_FIXED).worker(WorkerSource.fixed(2)).build())
        .withMessageContaining("was leased by another generator");
  }
}
