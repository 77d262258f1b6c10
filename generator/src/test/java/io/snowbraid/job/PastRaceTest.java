package io.snowbraid.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdChecker;
import io.snowbraid.Snowflake;
import io.snowbraid.testing.Crowd;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Races jobs that issue ids for the present, and crash and start again, against generators. */
@Tag("slow")
class PastRaceTest {

  private static final int LIVE_IDS_A_RUN = 10_000;
  private static final int RUNS = 100;
  private static final int IDS_OF_A_RUN = 20_000;

  /** Issues ids for the last second, so that they are on the ticks of the generators. */
  private static long[] run(WorkerSource source, Random random) {
    PastIds past = PastIds.open(source);
    long[] ids = new long[1 + random.nextInt(IDS_OF_A_RUN)];
    Instant now = Instant.now();
    for (int i = 0; i < ids.length; i++) {
      ids[i] = past.idAt(now.minusMillis(random.nextInt(1_000)));
    }
    return ids; // the job crashes: its claim, and what it knew, are gone
  }

  private static long[] job(WorkerSource source, int runs) {
    Random random = new Random();
    return IntStream.range(0, runs)
        .mapToObj(i -> run(source, random))
        .flatMapToLong(LongStream::of)
        .toArray();
  }

  private static long[] live(WorkerSource source, int count) {
    try (Snowflake ids = Snowflake.builder().worker(source).build()) {
      return ids.nextIds(count);
    }
  }

  private static long[] race(WorkerSource source, int runs) throws Exception {
    Callable<long[]> job = () -> job(source, runs);
    Callable<long[]> live = () -> live(source, runs * LIVE_IDS_A_RUN);
    return Crowd.call(8, List.of(job, live, job, live, job, live, job, live)).stream()
        .flatMapToLong(Arrays::stream)
        .toArray();
  }

  @Test
  void jobsThatCrashAndGeneratorsShareNoId() throws Exception {
    long[] ids = race(new MemoryWorkerSource(InstantSource.system()), RUNS);
    IdChecker.requireUnique(ids, 4 * RUNS * (LIVE_IDS_A_RUN + IDS_OF_A_RUN / 3));
  }

  @Test
  void checkerRejectsAClaimThatIsReusedAfterACrash() {
    AtomicReference<LaneClaim> first = new AtomicReference<>();
    assertRejected(
        new Claiming(new MemoryWorkerSource(InstantSource.system())) {
          @Override
          public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
            first.compareAndSet(null, super.claim(request, choice));
            return first.get();
          }
        });
  }

  @Test
  void checkerRejectsALaneThatIsNotClaimedBeforeItsUse() {
    assertRejected(
        new Claiming(new MemoryWorkerSource(InstantSource.system())) {
          @Override
          public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
            return new LaneClaim(0, 0, 0, LaneClaim.ALL_TICKS); // the first that a generator leases
          }
        });
  }

  private static void assertRejected(WorkerSource broken) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> IdChecker.requireUnique(race(broken, RUNS / 10), 4 * LIVE_IDS_A_RUN))
        .withMessageStartingWith("id issued twice");
  }

  /** Delegates to another source. */
  private abstract static class Claiming implements WorkerSource {

    private final WorkerSource source;

    Claiming(WorkerSource source) {
      this.source = source;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      return source.acquire(request);
    }

    @Override
    public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
      return source.claim(request, choice);
    }
  }

  @Test
  void killedProcessesAndAGeneratorShareNoId(@TempDir Path directory) throws Exception {
    List<CompletableFuture<long[]>> jobs =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> killed(directory)))
            .limit(6)
            .toList();
    LongStream ids = LongStream.of(live(WorkerSource.file(directory), 1_000_000));
    for (CompletableFuture<long[]> job : jobs) {
      ids = LongStream.concat(ids, LongStream.of(job.get()));
    }
    IdChecker.requireUnique(ids.toArray(), 1_000_000 + 6 * 50_000);
  }

  /** Reads the ids of a process until it is killed. */
  private static long[] killed(Path directory) {
    List<Long> ids = new ArrayList<>();
    try {
      Process process =
          JavaProcess.of(Job.class, directory.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (DataInputStream input = new DataInputStream(process.getInputStream())) {
        while (true) {
          ids.add(input.readLong());
          if (ids.size() == 50_000) {
            process.destroyForcibly();
          }
        }
      }
    } catch (EOFException e) { // it was killed
      assertThat(ids).hasSizeGreaterThanOrEqualTo(50_000);
    } catch (IOException e) { // the stream broke off in the middle of an id
      assertThat(ids).as(e.toString()).hasSizeGreaterThanOrEqualTo(50_000);
    }
    return ids.stream().mapToLong(Long::longValue).toArray();
  }

  /** Issues ids for the last second until it is killed. */
  static final class Job {

    private Job() {}

    public static void main(String[] arguments) throws IOException {
      PastIds past = PastIds.open(WorkerSource.file(Path.of(arguments[0])));
      Random random = new Random();
      DataOutputStream output = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 12));
      while (true) {
        output.writeLong(past.idAt(Instant.now().minusMillis(random.nextInt(1_000))));
      }
    }
  }
}
