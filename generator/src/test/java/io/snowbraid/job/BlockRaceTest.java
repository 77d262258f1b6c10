package io.snowbraid.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdChecker;
import io.snowbraid.Snowflake;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races jobs that claim blocks, crash and run again against generators, and compares all ids. */
class BlockRaceTest {

  private static final int SIZE = 10_000;

  /** Claims blocks of names that other jobs claim, too; the store loses some calls. */
  private static Callable<long[]> job(
      WorkerSource source, int claims, Map<String, IdBlock> known, long seed) {
    return () -> {
      Random random = new Random(seed);
      IdBlocks blocks = IdBlocks.open(source);
      for (int i = 0; i < claims; i++) {
        claim(blocks, "job " + random.nextInt(2 * claims), known);
      }
      return new long[0];
    };
  }

  private static void claim(IdBlocks blocks, String name, Map<String, IdBlock> known) {
    try {
      IdBlock block = blocks.claim(name, SIZE + name.length());
      IdBlock before = known.putIfAbsent(name, block);
      assertThat(block).hasToString((before == null ? block : before).toString());
    } catch (WorkerSourceException e) {
      assertThat(e).hasMessage("lost"); // the job has crashed
    }
  }

  private static Callable<long[]> live(WorkerSource source, int count) {
    return () -> {
      try (Snowflake ids = Snowflake.builder().worker(source).build()) {
        return ids.nextIds(count);
      }
    };
  }

  private static long[] race(WorkerSource source, int claims) throws Exception {
    Map<String, IdBlock> known = new ConcurrentHashMap<>();
    List<Callable<long[]>> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      calls.add(job(source, claims, known, i));
      calls.add(live(source, claims * SIZE / 4));
    }
    LongStream issued = Crowd.call(8, calls).stream().flatMapToLong(Arrays::stream);
    LongStream ofBlocks =
        known.values().stream()
            .flatMapToLong(block -> LongStream.range(0, block.size()).map(block::id));
    return LongStream.concat(issued, ofBlocks).toArray();
  }

  @Test
  @Tag("slow")
  void jobsThatCrashAndGeneratorsShareNoId() throws Exception {
    requireUnique(race(new Losing(), 100), 2_000_000);
  }

  @Test
  @Tag("endurance")
  void hundredMillionIdsOfJobsAndGeneratorsDiffer() throws Exception {
    requireUnique(race(new Losing(), 4_000), 100_000_000);
  }

  private static void requireUnique(long[] ids, int min) {
    assertThat(ids).hasSizeGreaterThan(min);
    IdChecker.requireUnique(ids, min);
    System.out.printf("%,d ids of jobs and generators, 0 duplicates%n", ids.length);
  }

  @Test
  void checkerRejectsTicksThatAreClaimedTwice() {
    AtomicReference<LaneClaim> first = new AtomicReference<>();
    WorkerSource broken =
        new Losing() {
          @Override
          public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
            first.compareAndSet(null, super.claim(request, choice));
            return first.get();
          }
        };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> requireUnique(race(broken, 20), 100_000))
        .withMessageStartingWith("id issued twice");
  }

  /** A store that loses some calls of names before they are done, and some after. */
  private static class Losing implements WorkerSource {

    private final WorkerSource source = new MemoryWorkerSource(InstantSource.system());
    private final BlockNames names = source.blockNames();
    private final Random random = new Random(1);

    private void loseSome() {
      if (random.nextInt(10) == 0) {
        throw new WorkerSourceException("lost");
      }
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      return source.acquire(request);
    }

    @Override
    public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
      return source.claim(request, choice);
    }

    @Override
    public BlockNames blockNames() {
      return new BlockNames() {
        @Override
        public Optional<NamedBlock> find(String name) {
          return names.find(name);
        }

        @Override
        public boolean insert(NamedBlock block) {
          loseSome();
          boolean isNew = names.insert(block);
          loseSome();
          return isNew;
        }

        @Override
        public List<NamedBlock> list() {
          return names.list();
        }

        @Override
        public boolean forget(String name) {
          return names.forget(name);
        }
      };
    }
  }
}
