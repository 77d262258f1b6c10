package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.internal.TestClock;
import io.snowbraid.testing.Crowd;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads compete for a hundred million ids on a clock that jumps to and fro; all ids are compared.
 */
@Tag("endurance")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class EnduranceTest {

  private static final int THREADS = 8;
  private static final int IDS_PER_THREAD = Integer.getInteger("ids", 100_000_000) / THREADS;
  private static final int BULK = 100;

  @Test
  void idsStayUnique() throws Exception {
    try (Snowflake ids =
        Snowflake.builder().worker(new SingleWorkerSource(5)).clock(swinging()).build()) {
      long[] all = race(ids, IDS_PER_THREAD);
      requireUnique(all);
      long lanes = Arrays.stream(all).map(EnduranceTest::lane).distinct().count();
      System.out.printf("%,d ids on %d lanes, 0 duplicates%n", all.length, lanes);
      assertThat(lanes).as("lanes used").isGreaterThan(1);
    }
  }

  @Test
  void checkerRejectsAGeneratorThatTrustsItsClock() throws Exception {
    long[] ids = race(new BrokenGenerators.Trusting(swinging()), 100_000);
    assertThatThrownBy(() -> requireUnique(ids)).isInstanceOf(AssertionError.class);
  }

  /**
   * A clock that is an hour back for a tenth of a second in every three, and at random readings.
   */
  private static InstantSource swinging() {
    long begun = System.nanoTime();
    return () -> {
      long millis = (System.nanoTime() - begun) / 1_000_000;
      boolean back = millis / 100 % 3 == 2 || ThreadLocalRandom.current().nextInt(1_000) == 0;
      return TestClock.START.plusMillis(back ? millis - 3_600_000 : millis);
    };
  }

  private static void requireUnique(long[] ids) {
    Arrays.parallelSort(ids);
    long duplicates = IntStream.range(1, ids.length).filter(i -> ids[i] == ids[i - 1]).count();
    assertThat(duplicates).as("ids issued twice").isZero();
  }

  /** Returns the rollback number and timeline of an id of the default layout. */
  private static long lane(long id) {
    return id >>> 18 & 15;
  }

  private static long[] race(IdGenerator ids, int idsPerThread) throws Exception {
    long[] all = new long[THREADS * idsPerThread];
    Crowd.call(
        THREADS,
        IntStream.range(0, THREADS).mapToObj(t -> part(ids, all, t, idsPerThread)).toList());
    return all;
  }

  /** The work of one thread; every fourth thread fills arrays. */
  private static Callable<Void> part(IdGenerator ids, long[] all, int thread, int count) {
    int from = thread * count;
    return () -> {
      if (thread % 4 == 3) {
        inBulks(ids, all, from, count);
      } else {
        for (int i = from; i < from + count; i++) {
          all[i] = ids.nextId();
        }
      }
      return null;
    };
  }

  private static void inBulks(IdGenerator ids, long[] all, int from, int count) {
    for (int done = 0; done < count; ) {
      int size = Math.min(BULK, count - done);
      System.arraycopy(ids.nextIds(size), 0, all, from + done, size);
      done += size;
    }
  }
}
