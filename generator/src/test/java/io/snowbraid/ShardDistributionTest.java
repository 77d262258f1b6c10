package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code id % n} is uniform for every n from 2 to 1024, also if each table gets only every k-th id
 * of the stream, for every k from 1 to 16.
 */
@Tag("slow")
class ShardDistributionTest {

  private static final int[] ALL_MODULI = IntStream.rangeClosed(2, 1024).toArray();

  /**
   * The moduli for bursts: counting millions of ids takes long, so only small numbers and those
   * with many multiples are tested.
   */
  private static final int[] SOME_MODULI =
      IntStream.rangeClosed(2, 1024)
          .filter(n -> n <= 20 || n % 128 == 0 || n % 250 == 0 || n == 720 || n == 1023)
          .toArray();

  private static final int STRIDES = 16;
  private static final int TICKS = 40_000;

  /**
   * Far out in the tail of the normal distribution, because none of 16,000 checks may fail by
   * chance.
   */
  private static final double BAND = 6;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void idsAtALowRateSpreadLikeRandomNumbers(int idsPerTick) {
    requireRandom(atLowRate(ShardDistributionTest::ascending, idsPerTick), 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 50, 500})
  void shuffledIdsSpreadLikeRandomNumbers(int idsPerTick) {
    requireRandom(atLowRate(ShardDistributionTest::shuffled, idsPerTick), 1);
  }

  @Test
  void idsOfABurstFillAllShardsAlike() {
    requireFull(ascending(new TestClock()).nextIds(1_000 * 7_680));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "2, 4"})
  void checkerRejectsASequenceThatStartsAtZero(int idsPerTick, int stride) {
    requireUneven(atLowRate(BrokenGenerators.ZeroStart::new, idsPerTick), stride);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "1, 16"})
  void checkerRejectsASequenceThatGoesOnCounting(int idsPerTick, int stride) {
    requireUneven(atLowRate(BrokenGenerators.Continuing::new, idsPerTick), stride);
  }

  @Test
  void checkerOfBurstsRejectsASequenceThatStartsAtZero() {
    long[] burst = new long[1_000 * 512];
    for (int i = 0; i < burst.length; i++) {
      burst[i] = ((i / 512L) << 22) + i % 512;
    }
    assertThatThrownBy(() -> requireFull(burst)).isInstanceOf(AssertionError.class);
  }

  private static Snowflake ascending(InstantSource clock) {
    return builder(clock).build();
  }

  private static Snowflake shuffled(InstantSource clock) {
    return builder(clock).sequenceOrder(SequenceOrder.SHUFFLED).build();
  }

  private static Snowflake.Builder builder(InstantSource clock) {
    return Snowflake.builder()
        .worker(new SingleWorkerSource(5))
        .scheduler(new ManualScheduler())
        .clock(clock)
        .maxLead(Duration.ofSeconds(2))
        .random(new SplittableRandom(7));
  }

  /**
   * Issues ids at irregular times. The ticks of a perfectly regular stream are themselves a regular
   * sequence, which shows in a modulus with an odd factor that the stride has, too.
   */
  private static long[] atLowRate(Function<TestClock, IdGenerator> generator, int idsPerTick) {
    TestClock clock = new TestClock();
    IdGenerator ids = generator.apply(clock);
    SplittableRandom pauses = new SplittableRandom(11);
    long[] stream = new long[TICKS * Math.min(idsPerTick, 4)];
    for (int i = 0; i < stream.length; i++) {
      stream[i] = ids.nextId();
      if (i % idsPerTick == idsPerTick - 1) {
        clock.move(Duration.ofMillis(1 + pauses.nextInt(8)));
      }
    }
    return stream;
  }

  private static void requireUneven(long[] stream, int stride) {
    assertThatThrownBy(() -> requireRandom(stream, stride))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("ids must spread like random numbers");
  }

  private static void requireRandom(long[] stream, int firstStride) {
    for (int stride = firstStride; stride <= STRIDES; stride++) {
      for (int modulus : ALL_MODULI) {
        double deviation = deviation(shards(stream, stride, modulus));
        if (deviation > BAND) {
          throw new AssertionError(
              String.format(
                  Locale.ROOT,
                  "ids must spread like random numbers: stride=%d, modulus=%d, deviation=%.1f",
                  stride,
                  modulus,
                  deviation));
        }
      }
    }
  }

  private static void requireFull(long[] stream) {
    for (int stride = 1; stride <= STRIDES; stride++) {
      for (int modulus : SOME_MODULI) {
        int[] shards = shards(stream, stride, modulus);
        double fullest = 0;
        for (int count : shards) {
          fullest = Math.max(fullest, count);
        }
        double ratio = fullest * modulus * stride / stream.length;
        // at the largest strides, as many random numbers reach 1.18 themselves
        double max = stride <= 5 ? 1.15 : 1.25;
        if (ratio > max) {
          throw new AssertionError(
              "fullest shard must hold at most "
                  + max
                  + " times the mean: stride="
                  + stride
                  + ", modulus="
                  + modulus
                  + ", ratio="
                  + ratio);
        }
      }
    }
  }

  private static int[] shards(long[] stream, int stride, int modulus) {
    int[] counts = new int[modulus];
    for (int i = 0; i < stream.length; i += stride) {
      counts[(int) (stream[i] % modulus)]++;
    }
    return counts;
  }

  /**
   * Returns by how many standard deviations chi-square exceeds its mean, on the scale where it is
   * nearly normal (Wilson and Hilferty, "The Distribution of Chi-Square", 1931).
   */
  private static double deviation(int[] counts) {
    double mean = 0;
    for (int count : counts) {
      mean += count;
    }
    mean /= counts.length;
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - mean) * (count - mean) / mean;
    }
    double variance = 2.0 / (9 * (counts.length - 1));
    return (Math.cbrt(chiSquare / (counts.length - 1)) - (1 - variance)) / Math.sqrt(variance);
  }
}
