package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids spread evenly over shards by {@code id % n}, also if each table gets every k-th id only. */
class SpreadTest {

  private static final int[] MODULI = {2, 3, 7, 16, 31, 100, 128, 512, 1000, 1024};
  private static final int TICKS = 40_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void idsSpreadEvenlyForEveryStride(int idsPerTick) {
    for (int stride = 1; stride <= 16; stride++) {
      for (int modulus : MODULI) {
        requireEven(SpreadTest::ours, idsPerTick, stride, modulus);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "2, 4"})
  void checkerRejectsASequenceThatStartsAtZero(int idsPerTick, int stride) {
    requireUneven(Twins.ZeroStart::new, idsPerTick, stride);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "1, 16"})
  void checkerRejectsASequenceThatGoesOnCounting(int idsPerTick, int stride) {
    requireUneven(Twins.Continuing::new, idsPerTick, stride);
  }

  @Test
  void saturatedBurstFillsAllShardsAlike() {
    long[] burst = ours(new TestClock()).nextIds(1_000 * 7_168);
    int[] shards = new int[1024];
    for (long id : burst) {
      shards[(int) (id % 1024)]++;
    }
    for (int count : shards) {
      if (count > 1.15 * burst.length / 1024) {
        throw new AssertionError("shard is too full: count=" + count);
      }
    }
  }

  private static Snowflake ours(InstantSource clock) {
    return Snowflake.builder()
        .worker(WorkerSource.fixed(5))
        .clock(clock)
        .random(new SplittableRandom(7))
        .build();
  }

  private static void requireUneven(
      Function<TestClock, IdGenerator> twin, int idsPerTick, int stride) {
    assertThatThrownBy(() -> requireEven(twin, idsPerTick, stride, 1024))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("ids must spread evenly");
  }

  /** Chi-square per degree of freedom has mean 1 and variance 2/df for a uniform sample. */
  private static void requireEven(
      Function<TestClock, IdGenerator> generator, int idsPerTick, int stride, int modulus) {
    long[] counts = shards(generator, idsPerTick, stride, modulus);
    double mean = (double) LongStream.of(counts).sum() / modulus;
    double chiSquare = 0;
    for (long count : counts) {
      chiSquare += (count - mean) * (count - mean) / mean;
    }
    int freedom = modulus - 1;
    double perFreedom = chiSquare / freedom;
    if (perFreedom > 1 + 6 * Math.sqrt(2.0 / freedom)) {
      throw new AssertionError(
          String.format(
              Locale.ROOT,
              "ids must spread evenly: idsPerTick=%d, stride=%d, modulus=%d, chi-square/df=%.2f",
              idsPerTick,
              stride,
              modulus,
              perFreedom));
    }
  }

  private static long[] shards(
      Function<TestClock, IdGenerator> generator, int idsPerTick, int stride, int modulus) {
    TestClock clock = new TestClock();
    IdGenerator ids = generator.apply(clock);
    long[] counts = new long[modulus];
    for (int i = 0; i < TICKS * idsPerTick; i++) {
      long id = ids.nextId();
      if (i % stride == 0) {
        counts[(int) (id % modulus)]++;
      }
      if (i % idsPerTick == idsPerTick - 1) {
        clock.move(Duration.ofMillis(1));
      }
    }
    return counts;
  }
}
