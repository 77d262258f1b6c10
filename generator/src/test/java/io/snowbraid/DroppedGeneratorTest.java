package io.snowbraid;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A generator that nobody can reach any more, and nobody has closed. */
class DroppedGeneratorTest {

  private final MemoryWorkerSource store = new MemoryWorkerSource(InstantSource.system());

  private static Snowflake open(WorkerSource workers, String owner) {
    return Snowflake.builder()
        .worker(workers)
        .horizon(ofSeconds(1))
        .startWait(ofMinutes(1))
        .owner(owner)
        .build();
  }

  /** A method of its own, so that no variable of the caller keeps the generator. */
  private static int dropped(WorkerSource workers) {
    Snowflake ids = open(workers, "dropped");
    ids.nextId();
    return ids.workerId();
  }

  /** An owner gets its earlier worker back as soon as that is free. */
  private static void awaitFree(int worker, WorkerSource workers) {
    await()
        .atMost(ofMinutes(1))
        .until(
            () -> {
              System.gc();
              try (Snowflake next = open(workers, "dropped")) {
                return next.workerId() == worker;
              }
            });
  }

  @Test
  void workerIsFreeAfterTheHorizonWhileThatOfAGeneratorInUseIsHeld() {
    try (Snowflake kept = open(store, "kept")) {
      int dropped = dropped(store);
      assertThat(dropped).isNotEqualTo(kept.workerId());
      awaitFree(dropped, store);
      assertThat(kept.nextId()).isPositive();
      assertThat(kept.workerId()).isNotEqualTo(dropped);
    }
  }

  @Test
  void lockOfADirectoryIsReleased(@TempDir Path directory) {
    awaitFree(dropped(WorkerSource.file(directory)), WorkerSource.file(directory));
  }
}
