package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that was restored rejects clients that have seen more, until they start anew. */
@Tag("slow")
class RestoredServerTest {

  private static final int ATTEMPTS = 100;

  @TempDir private Path directory;

  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(from)) {
      files = found.toList();
    }
    for (Path file : files) {
      Files.copy(file, to.resolve(from.relativize(file).toString()));
    }
  }

  private static TestingServer server(Path data, int port) throws Exception {
    return new TestingServer(new InstanceSpec(data.toFile(), port, -1, -1, false, -1), true);
  }

  private static void extend(WorkerLease lease, long tick) {
    assertThat(lease.extend(new long[] {tick, tick, tick, tick})).isTrue();
  }

  @Test
  void holderNoticesItAfterItsSessionTimeout() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path backup = directory.resolve("backup");
    TestingServer server = server(data, -1);
    int port = server.getPort();
    try (Clients clients = new Clients()) {
      WorkerLease lease =
          ZooKeeperWorkerSource.of(clients.open("127.0.0.1:" + port))
              .acquire(new WorkerRequest("layout A", 8, 4, 1_000, Duration.ofMinutes(1), "host"));
      extend(lease, 100);
      server.close();
      copy(data, backup);
      server = server(data, port);
      extendAtLast(lease);
      extend(lease, 300);
      server.close();
      server = server(backup, port);
      WorkerSourceException first = failure(lease);
      assertThat(first).isNotInstanceOf(WorkerRecordLostException.class);
      assertThat(first)
          .hasMessageContaining("restored servers reject this client until its session times out");
      assertThatExceptionOfType(WorkerRecordLostException.class)
          .isThrownBy(() -> extendAtLast(lease))
          .withMessageStartingWith("worker record was rolled back to an older state");
    } finally {
      server.close();
    }
  }

  private static WorkerSourceException failure(WorkerLease lease) {
    return assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> extend(lease, 400))
        .actual();
  }

  /** The client needs a while to start a session. */
  private static void extendAtLast(WorkerLease lease) {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        extend(lease, 200);
        return;
      } catch (WorkerRecordLostException e) {
        throw e;
      } catch (WorkerSourceException e) {
        assertThat(e).hasMessageStartingWith("ZooKeeper ");
      }
    }
    extend(lease, 200);
  }
}
