package io.snowbraid.segment;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.testing.Crowd;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many threads, with the real clock and background threads. */
class SegmentConcurrencyTest {

  private static final int THREADS = 8;

  private static final SegmentSettings PATIENT = SegmentSettings.DEFAULT.withMaxWait(ofMinutes(1));

  private final SegmentSource source = SegmentSource.inMemory();

  private SegmentIds generator(String tag) {
    return SegmentIds.builder().source(source).tag(tag).settings(PATIENT).build();
  }

  /** Runs a task in several threads, and returns all numbers. */
  private static long[] inThreads(Callable<long[]> task) throws Exception {
    return Crowd.call(THREADS, task).stream().flatMapToLong(Arrays::stream).toArray();
  }

  private static long[] rising(IdGenerator ids, int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i += 20) {
      long[] some = ids.nextIds(10);
      System.arraycopy(some, 0, numbers, i, 10);
      for (int j = i + 10; j < i + 20; j++) {
        numbers[j] = ids.nextId();
      }
    }
    for (int i = 1; i < count; i++) {
      assertThat(numbers[i]).isGreaterThan(numbers[i - 1]);
    }
    return numbers;
  }

  @Test
  void numbersAreUniqueAndRiseInEachThread() throws Exception {
    long[] all;
    try (SegmentIds ids = generator("orders")) {
      all = inThreads(() -> rising(ids, 200_000));
    }
    Arrays.sort(all);
    assertThat(all).isEqualTo(LongStream.rangeClosed(1, all.length).toArray());
    OptionalLong next = OptionalLong.of(all.length + 1L);
    await().atMost(ofMinutes(1)).until(() -> source.peek("orders").equals(next));
  }

  @Test
  void numbersThatAreTakenWhileItIsClosedAreNotGivenBack() throws Exception {
    for (int round = 0; round < 200; round++) {
      SegmentIds ids = generator("closing");
      long before = source.peek("closing").orElseThrow();
      long[] taken =
          inThreads(
              () -> {
                LongStream.Builder mine = LongStream.builder();
                try {
                  for (int i = 0; i < 50; i++) {
                    mine.add(ids.nextId());
                  }
                  ids.close();
                } catch (GeneratorClosedException e) { // another thread was faster
                  return mine.build().toArray();
                }
                return mine.build().toArray();
              });
      ids.close();
      long bound = source.peek("closing").orElseThrow();
      assertThat(taken).doesNotHaveDuplicates();
      assertThat(LongStream.of(taken).max().orElse(0)).isLessThan(bound);
      assertThat(bound).isGreaterThan(before - 11);
    }
  }

  @Test
  void tagsThatAreEvictedAllTheTimeStayUniqueAndRise() throws Exception {
    try (SegmentGenerators numbers =
        SegmentGenerators.builder().source(source).settings(PATIENT).maxTags(2).build()) {
      long[] all =
          inThreads(
              () -> {
                LongStream.Builder mine = LongStream.builder();
                long[] last = new long[5];
                for (int i = 0; i < 2_000; i++) {
                  int tag = i % 5;
                  long number = numbers.nextId("tag" + tag);
                  assertThat(number).isGreaterThan(last[tag]);
                  last[tag] = number;
                  mine.add(number * 5 + tag);
                }
                return mine.build().toArray();
              });
      assertThat(all).doesNotHaveDuplicates().hasSize(THREADS * 2_000);
    }
  }
}
