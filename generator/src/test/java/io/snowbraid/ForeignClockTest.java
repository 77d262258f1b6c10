package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowbraid.SnowflakeStatus.State;
import io.snowbraid.error.ClockFailedException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A clock that an application hands in: it may throw, and call back in. */
class ForeignClockTest {

  private final AtomicReference<LongSupplier> reading =
      new AtomicReference<>(System::currentTimeMillis);
  private final MemoryWorkerSource store = new MemoryWorkerSource(InstantSource.system());
  private final InstantSource clock =
      new InstantSource() {
        @Override
        public Instant instant() {
          return Instant.ofEpochMilli(millis());
        }

        @Override
        public long millis() {
          return reading.get().getAsLong();
        }
      };

  private Snowflake.Builder builder() {
    return Snowflake.builder().worker(store).clock(clock).owner("host");
  }

  @Test
  void clockThatThrowsIsATypedFailureAndNothingElseSuffers() {
    TestClock steady = new TestClock();
    try (Snowflake ids = builder().monotonicTime(steady).scheduler(new ManualScheduler()).build()) {
      ids.nextId();
      IllegalStateException cause = new IllegalStateException("out of order");
      reading.set(
          () -> {
            throw cause;
          });
      assertThatExceptionOfType(ClockFailedException.class)
          .isThrownBy(ids::nextId)
          .withMessage(
              "clock failed: java.lang.IllegalStateException, out of order; repair or replace it")
          .withCause(cause);
      assertThat(ids.status().state()).isEqualTo(State.CLOCK_FAILED);
      reading.set(
          () -> {
            throw new NoClassDefFoundError("clock");
          });
      assertThatExceptionOfType(ClockFailedException.class).isThrownBy(ids::nextId);
      reading.set(System::currentTimeMillis);
      assertThat(ids.nextId()).isPositive();
      assertThat(ids.status().state()).isEqualTo(State.READY);
    }
  }

  /** Calls read the clock without a lock, too. */
  @ParameterizedTest
  @MethodSource
  void clockThatAsksForIdsIsRejected(ToLongFunction<Snowflake> call) {
    try (Snowflake ids = builder().worker(WorkerSource.fixed(101)).build()) {
      assertThat(call.applyAsLong(ids)).isPositive();
      reading.set(() -> call.applyAsLong(ids));
      assertThatExceptionOfType(ClockFailedException.class)
          .isThrownBy(() -> callOften(ids, call))
          .withMessageStartingWith(
              "clock io.snowbraid.ForeignClockTest$1 requests ids from the generator that reads it;"
                  + " use a clock that does not")
          .withMessageEndingWith("; use a clock that does not");
      reading.set(System::currentTimeMillis);
      assertThat(call.applyAsLong(ids)).isPositive();
    }
  }

  static Stream<ToLongFunction<Snowflake>> clockThatAsksForIdsIsRejected() {
    return Stream.of(Snowflake::nextId, ids -> ids.nextIds(1)[0]);
  }

  /** A call that finds a number in the current block reads no clock. */
  /** Threads that read the clock at once hide each other. */
  @Test
  void clockThatAsksForIdsIsRejectedInAllThreads() throws Exception {
    try (Snowflake ids = builder().build()) {
      reading.set(ids::nextId);
      Callable<Boolean> calls =
          () -> {
            for (int i = 0; i < 500; i++) {
              assertThat(catchThrowable(ids::nextId)).isInstanceOf(ClockFailedException.class);
            }
            return true;
          };
      assertThat(Crowd.call(8, calls)).containsOnly(true);
    }
  }

  private static void callOften(Snowflake ids, ToLongFunction<Snowflake> call) {
    for (int i = 0; i < 10_000; i++) {
      assertThat(call.applyAsLong(ids)).isPositive();
    }
  }

  @Test
  void closingReadsNoClock() {
    Snowflake ids = builder().build();
    reading.set(
        () -> {
          throw new AssertionError("read");
        });
    ids.close();
    reading.set(System::currentTimeMillis);
    try (Snowflake next = Snowflake.builder().worker(store).owner("host").build()) {
      assertThat(next.workerId()).isEqualTo(ids.workerId());
    }
  }
}
