package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdsUnavailableException;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.testing.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests by the real clock how long calls wait for numbers. */
class SegmentLimitsTest {

  private static final String TAG = "orders";

  /** A clock that counts each wait twice, as one did that added up what had been waited for. */
  private static final MonotonicTime DOUBLE =
      new MonotonicTime() {
        @Override
        public long nanoTime() {
          return 2 * System.nanoTime();
        }

        @Override
        public void await(long nanos) {
          LockSupport.parkNanos(nanos);
        }
      };

  private final FaultySegmentSource source = new FaultySegmentSource();
  private final CountDownLatch hangs = new CountDownLatch(1);
  private final List<SegmentGenerators> opened = new ArrayList<>();

  @AfterEach
  void release() {
    hangs.countDown();
    source.works();
    opened.forEach(SegmentGenerators::close);
  }

  private void hang() {
    source.disturbance =
        () -> {
          try {
            hangs.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
  }

  private void answerAfter(Duration time) {
    source.disturbance =
        () -> {
          long begun = System.nanoTime();
          for (long left = time.toNanos(); left > 0; ) {
            LockSupport.parkNanos(left);
            left = time.toNanos() - (System.nanoTime() - begun);
          }
        };
  }

  private SegmentIds generator(Duration maxWait, MonotonicTime time) {
    SegmentSettings settings = SegmentSettings.DEFAULT.withMaxWait(maxWait).withDraws(1, 10);
    return new SegmentIds(TAG, source, settings, time, Scheduler.SHARED);
  }

  private static void assertUnavailableAt(Duration limit, Supplier<Runnable> calls) {
    assertThat(Limits.assertEndsAt(limit, calls)).isInstanceOf(IdsUnavailableException.class);
  }

  /** Loads all classes, so that no test measures that. */
  @BeforeAll
  static void failOnce() {
    SegmentLimitsTest first = new SegmentLimitsTest();
    first.source.fails(new SegmentSourceException("out of order"));
    SegmentIds ids = first.generator(Duration.ofMillis(50), MonotonicTime.SYSTEM);
    assertThatExceptionOfType(IdsUnavailableException.class).isThrownBy(ids::nextId);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 1_000})
  void storeThatHangs(int millis) {
    hang();
    Duration limit = Duration.ofMillis(millis);
    assertUnavailableAt(limit, () -> generator(limit, MonotonicTime.SYSTEM)::nextId);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 1_000})
  void storeThatFails(int millis) {
    source.fails(new SegmentSourceException("out of order"));
    Duration limit = Duration.ofMillis(millis);
    assertUnavailableAt(limit, () -> generator(limit, MonotonicTime.SYSTEM)::nextId);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 1_000})
  void storeThatAnswersInTime(int millis) {
    Duration slow = Duration.ofMillis(millis * 7 / 10);
    answerAfter(slow);
    Duration limit = Duration.ofMillis(millis);
    assertThat(Limits.assertEndsAt(slow, () -> generator(limit, MonotonicTime.SYSTEM)::nextId))
        .isNull();
  }

  /** The second draw is waited for as long as the first has left. */
  @ParameterizedTest
  @ValueSource(ints = {400, 1_000})
  void severalDrawsHaveOneLimit(int millis) {
    answerAfter(Duration.ofMillis(millis * 7 / 10));
    Duration limit = Duration.ofMillis(millis);
    assertUnavailableAt(
        limit,
        () -> {
          SegmentIds ids = generator(limit, MonotonicTime.SYSTEM);
          return () -> ids.nextIds(new long[100]);
        });
  }

  @Test
  void checkerFindsWaitsThatCountTwice() {
    hang();
    Duration limit = Duration.ofSeconds(2);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertUnavailableAt(limit, () -> generator(limit, DOUBLE)::nextId));
  }

  @Test
  @Tag("slow")
  void firstSegmentOfAStoreThatHangs() {
    hang();
    assertUnavailableAt(
        Duration.ofSeconds(15),
        () -> {
          SegmentGenerators numbers = generators();
          return () -> numbers.nextId(TAG);
        });
  }

  /** The first segment, and then others: it is one call. */
  @Test
  @Tag("slow")
  void firstSegmentsOfAStoreThatFailsAfterOne() {
    assertUnavailableAt(
        Duration.ofSeconds(5),
        () -> {
          int before = source.draws.get();
          source.disturbance =
              () -> {
                if (source.draws.get() > before + 1) {
                  throw new SegmentSourceException("out of order");
                }
              };
          SegmentGenerators numbers = generators();
          return () -> numbers.nextIds(TAG, new long[100]);
        });
  }

  private SegmentGenerators generators() {
    SegmentSettings settings =
        SegmentSettings.DEFAULT.withMaxWait(Duration.ofSeconds(1)).withDraws(1, 10);
    SegmentGenerators numbers =
        SegmentGenerators.builder().source(source).settings(settings).build();
    opened.add(numbers);
    return numbers;
  }

  @Test
  @Tag("slow")
  void closingWhileTheStoreHangs() {
    assertThat(Limits.assertEndsAt(Duration.ofSeconds(5), this::closingOfABusyGenerator)).isNull();
  }

  private Runnable closingOfABusyGenerator() {
    source.works();
    SegmentIds ids = generator(Duration.ofSeconds(1), MonotonicTime.SYSTEM);
    assertThat(ids.nextId()).isPositive();
    hang();
    return ids::close;
  }
}
