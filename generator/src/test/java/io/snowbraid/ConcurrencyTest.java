package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowbraid.internal.TestClock;
import io.snowbraid.testing.Crowd;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConcurrencyTest {

  private static final int THREADS = 8;
  private static final int IDS_PER_THREAD = 50_000;

  /** A frozen clock makes threads compete on one tick; a moving one, on the change of ticks. */
  @ParameterizedTest
  @MethodSource("clocks")
  void idsOfManyThreadsAreUnique(String name, InstantSource clock) throws Exception {
    try (Snowflake ids = builder(clock).build()) {
      IdChecker.requireUnique(race(ids), THREADS * IDS_PER_THREAD);
    }
  }

  /** These clocks run a thousand times too fast, which needs more writes than callers may cause. */
  private static Snowflake.Builder builder(InstantSource clock) {
    return Snowflake.builder()
        .worker(new SingleWorkerSource(5))
        .clock(clock)
        .horizon(Duration.ofDays(1))
        .maxWait(Duration.ofMinutes(1)); // for a thread that is stopped while it reads the clock
  }

  static Stream<Arguments> clocks() {
    return Stream.of(
        arguments("still", new TestClock()),
        arguments("moves at each reading", new TestClock().movingPerReading(1)),
        arguments("swings", swinging()),
        arguments("system", InstantSource.system()));
  }

  @Test
  void raceRejectsAGeneratorWithoutALock() {
    IdGenerator unlocked = new BrokenGenerators.Unlocked(new TestClock());
    assertThat(IntStream.range(0, 50).anyMatch(round -> racesBadly(unlocked))).isTrue();
  }

  private static boolean racesBadly(IdGenerator ids) {
    try {
      IdChecker.requireUnique(race(ids), THREADS * IDS_PER_THREAD);
      return false;
    } catch (AssertionError e) {
      return true;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A clock that shows one of two times, three seconds apart. */
  private static InstantSource swinging() {
    AtomicLong readings = new AtomicLong();
    return () ->
        TestClock.START.plusMillis(readings.getAndIncrement() % 7 < 3 ? -3_000 : readings.get());
  }

  private static long[] race(IdGenerator ids) throws Exception {
    List<Callable<long[]>> calls = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      calls.add(thread % 4 == 3 ? () -> inBulks(ids) : () -> oneByOne(ids));
    }
    return Crowd.call(THREADS, calls).stream().flatMapToLong(Arrays::stream).toArray();
  }

  private static long[] oneByOne(IdGenerator ids) {
    return LongStream.generate(ids::nextId).limit(IDS_PER_THREAD).toArray();
  }

  private static long[] inBulks(IdGenerator ids) {
    return IntStream.range(0, IDS_PER_THREAD / 100)
        .boxed()
        .flatMapToLong(i -> LongStream.of(ids.nextIds(100)))
        .toArray();
  }
}
