package com.example.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.testkit.WorkerRecordsContract;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerRecords;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proves the store by the contract suite, and uses it as an application does. */
class MvStoreRecordsTest extends WorkerRecordsContract {

  private static final int IDS = 10_000;

  @TempDir private Path directory;

  private MVStore store;

  @BeforeEach
  void open() {
    store = MVStore.open(directory.resolve("workers.mv").toString());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected WorkerRecords<?> records(String namespace) {
    return new MvStoreRecords(store, namespace);
  }

  private int issue(Set<Long> ids) {
    try (Snowflake generator =
        Snowflake.builder()
            .worker(RecordedWorkers.of(new MvStoreRecords(store, "default"), "default"))
            .build()) {
      for (int i = 0; i < IDS; i++) {
        ids.add(generator.nextId());
      }
      return generator.workerId();
    }
  }

  @Test
  void generatorContinuesAfterAllItIssuedBefore() {
    Set<Long> ids = new HashSet<>();
    int worker = issue(ids);
    close();
    open();
    assertThat(issue(ids)).isEqualTo(worker);
    assertThat(ids).hasSize(2 * IDS);
  }
}
