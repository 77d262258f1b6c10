package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.zookeeper.FaultyProxy.Fault;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

/** Tests the source on one real server. */
class ZooKeeperWorkerSourceTest extends ZooKeeperFixture {

  private TestingServer server;

  @Override
  int start() throws Exception {
    server = new TestingServer();
    return server.getPort();
  }

  @Override
  void stop() throws Exception {
    server.close();
  }

  @Test
  void writeThatLandsAfterAnotherHoldersIsRejected() throws Exception {
    WorkerLease zombie = acquire();
    proxy.setNext(Fault.HELD);
    CompletableFuture<Boolean> late =
        CompletableFuture.supplyAsync(() -> zombie.extend(ticks(100)));
    proxy.awaitHeld();
    expire(zombie.worker());
    ZooKeeperWorkerSource other = ZooKeeperWorkerSource.of(direct).withPath(path);
    WorkerLease next = other.acquire(request(8, "host"));
    assertThat(next.worker()).isEqualTo(zombie.worker());
    assertThat(next.extend(ticks(200))).isTrue();
    proxy.letGo();
    assertThat(late.get()).isFalse();
    assertThat(other.workers().get(0).lastTicks()).containsOnly(200L);
  }

  @Test
  void checkerRejectsWritesWithoutTheVersion() {
    proxy.ignoreVersions();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::writeThatLandsAfterAnotherHoldersIsRejected);
  }

  @Test
  void writeThatTheClientRepeatsIsRecognised() {
    ZooKeeperWorkerSource repeating =
        ZooKeeperWorkerSource.of(
                clients.open(patient(proxy.addresses()).retryPolicy(new RetryNTimes(3, 100))))
            .withPath(path);
    WorkerLease first = repeating.acquire(request(2, "one"));
    proxy.setNext(Fault.REPLY_LOST);
    WorkerLease inserted = repeating.acquire(request(2, "two"));
    assertThat(inserted.worker()).isNotEqualTo(first.worker());
    inserted.release(inserted.lastTicks());
    proxy.setNext(Fault.REPLY_LOST);
    WorkerLease updated = repeating.acquire(request(2, "three"));
    assertThat(updated.worker()).isEqualTo(inserted.worker());
    proxy.setNext(Fault.REPLY_LOST);
    assertThat(updated.extend(ticks(100))).isTrue();
    assertThat(repeating.workers()).extracting(WorkerInfo::fence).containsExactly(1L, 4L);
  }

  @Test
  void deletedNodeStopsItsHolderAndNobodyStartsAfresh() throws Exception {
    WorkerLease lease = acquire();
    WorkerLease neighbour = acquire();
    direct.delete().forPath(node(lease.worker()));
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.extend(ticks(1)))
        .withMessageStartingWith("worker record was deleted");
    assertThat(neighbour.extend(ticks(1))).isTrue();
    ZooKeeperWorkerSource newProcess = ZooKeeperWorkerSource.of(direct).withPath(path);
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> newProcess.acquire(request(8, "host")))
        .withMessage(
            "nodes of namespace "
                + path
                + "/default were deleted (nodes deleted=1); "
                + RecordedWorkers.AFTER_LOSS);
  }

  /** An operator has to see whom to stop. */
  @Test
  void deletedAndDamagedNodesDoNotHideTheOthers() throws Exception {
    assertThat(source().warnings()).isEmpty();
    for (int worker = 0; worker < 6; worker++) {
      assertThat(acquire().worker()).isEqualTo(worker);
    }
    assertThat(source().warnings()).isEmpty();
    for (int worker : new int[] {1, 3, 4}) {
      direct.delete().forPath(node(worker));
    }
    rewrite(5, "fence=", "fence=x");
    assertThat(source().workers()).extracting(WorkerInfo::worker).containsExactly(0, 2);
    assertThat(source().warnings()).hasSize(2);
    assertThat(source().warnings().get(0)).startsWith("worker record is damaged (node=" + node(5));
    assertThat(source().warnings().get(1))
        .isEqualTo(
            "nodes of namespace "
                + path
                + "/default were deleted (nodes deleted=3, workers without a node=1, 3-4, 6 and"
                + " above); "
                + RecordedWorkers.AFTER_LOSS);
  }

  @Test
  void deletedNamespaceStopsItsHoldersAndTheirProcesses() throws Exception {
    ZooKeeperWorkerSource source = source();
    WorkerLease lease = source.acquire(request(8, "host"));
    direct.delete().deletingChildrenIfNeeded().forPath(path);
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> lease.extend(ticks(1)))
        .withMessageEndingWith(". If it was deleted, " + RecordedWorkers.AFTER_LOSS);
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> source.acquire(request(8, "host")))
        .withMessageContaining("missing node " + path + "/default");
    assertThat(acquire().worker()).isEqualTo(lease.worker()); // a new process cannot know
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> source.acquire(request(8, "host")))
        .withMessageContaining("a newer namespace has its name");
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.extend(ticks(1)))
        .withMessageStartingWith("worker record was rolled back");
  }

  @Test
  void reasonOfEachFailureIsNamed() {
    assertThat(ZooKeeperFailures.failed(new KeeperException.UnimplementedException(), "source"))
        .hasMessageStartingWith("ZooKeeper servers must have version 3.5 or later: ")
        .hasMessageEndingWith(" (source); upgrade them");
    assertThat(ZooKeeperFailures.failed(new KeeperException.AuthFailedException(), "source"))
        .isNotInstanceOf(WorkerRecordHiddenException.class)
        .hasMessageStartingWith("ZooKeeper denies access: ");
    assertThat(ZooKeeperFailures.failed(new KeeperException.ConnectionLossException(), "source"))
        .hasMessageEndingWith(
            "; check that a majority of its servers runs and can be reached (restored servers"
                + " reject this client until its session times out)");
  }

  @Test
  void damagedRecordIsNamed() throws Exception {
    WorkerLease lease = acquire();
    rewrite(lease.worker(), "fence=", "fence=x");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(this::acquire)
        .withMessageStartingWith("worker record is damaged (node=" + node(lease.worker()))
        .withMessageEndingWith("; restore the record");
  }

  /** What version 0.1.0 writes, so that it can be read forever. */
  @Test
  void recordOfAnEarlierVersionIsRead() throws Exception {
    int worker = acquire().worker();
    rewrite(
        worker,
        "(?s)^.*\nlayout=([^\n]*)\n.+$",
        String.join(
            "\n",
            "snowbraid worker 1",
            "worker=" + worker,
            "layout=$1",
            "owner=host",
            "holder=0123456789abcdef",
            "fence=7",
            "lastTicks=10 20 30 40",
            "expiresAt=0",
            "seenAt=1790000000000"));
    WorkerLease next = acquire();
    assertThat(next.worker()).isEqualTo(worker);
    assertThat(next.lastTicks()).containsExactly(10, 20, 30, 40);
  }

  @Test
  void recordOfALaterFormatIsRejected() throws Exception {
    WorkerLease lease = acquire();
    rewrite(lease.worker(), "snowbraid worker 1", "snowbraid worker 2\nmore=7");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(this::acquire)
        .withMessage(
            "worker record must not have a later format than 1, but has 2 (node "
                + node(lease.worker())
                + "); upgrade Snowbraid in this process");
  }

  @Test
  void recordOfAnotherWorkerIsDamaged() throws Exception {
    WorkerLease lease = acquire();
    rewrite(lease.worker(), "worker=\\d+", "worker=7");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(1)))
        .withMessageStartingWith("worker record is damaged (node=");
  }

  @Test
  void generatorsOfTwoProcessesShareTheIdSpace() {
    ZooKeeperWorkerSource there = ZooKeeperWorkerSource.of(direct).withPath(path);
    try (Snowflake one = Snowflake.builder().worker(source()).build();
        Snowflake two = Snowflake.builder().worker(there).build()) {
      assertThat(one.workerId()).isNotEqualTo(two.workerId());
      assertThat(one.layout().decode(one.nextId()).worker()).isEqualTo(one.workerId());
      assertThat(there.workers()).extracting(WorkerInfo::worker).containsExactly(0, 1);
    }
    assertThat(there.workers())
        .extracting(WorkerInfo::state)
        .containsOnly(WorkerInfo.State.RELEASED);
  }

  @Test
  void shareLimitsTheWorkers() {
    ZooKeeperWorkerSource shared = source().withWorkers("5-6");
    assertThat(shared.acquire(request(8, "host")).worker()).isEqualTo(5);
    assertThat(shared.acquire(request(8, "host")).worker()).isEqualTo(6);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> shared.acquire(request(8, "host")))
        .withMessageContaining("workers=5-6");
  }

  @Test
  void operatorReleasesTheWorkerOfADeadOwner() {
    WorkerLease lease = acquire();
    assertThat(source().release(lease.worker())).isTrue();
    assertThat(source().release(lease.worker())).isFalse();
    assertThat(lease.extend(ticks(1))).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().release(7))
        .withMessageStartingWith("worker was never held: worker=7");
  }

  @Test
  void storeTimeIsThatOfTheServer() throws Exception {
    WorkerLease lease = acquire();
    assertThat(lease.extend(ticks(1))).isTrue();
    long written = direct.checkExists().forPath(path + "/default/clock").getMtime();
    assertThat(lease.storeTime()).contains(Instant.ofEpochMilli(written));
  }

  @Test
  void namesAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().withPath("ids"))
        .withMessageStartingWith("path must be that of a node, such as /snowbraid, but is ids");
    for (String name : new String[] {"", "a/b", ".", "x".repeat(65), "\u0000"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> source().withNamespace(name))
          .withMessageStartingWith("namespace must have between 1 and 64 characters");
    }
    assertThat(source().withNamespace("snowflake:orders").namespace())
        .isEqualTo("snowflake:orders");
    assertThat(source().withWorkers("0-3"))
        .hasToString(
            "ZooKeeperWorkerSource[path="
                + path
                + ", namespace=default, workers=0-3, servers="
                + proxy.addresses()
                + "]");
  }

  @Test
  void clientThatIsNotStartedIsRejected() {
    CuratorFramework unstarted = Clients.builder(proxy.addresses()).build();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> ZooKeeperWorkerSource.of(unstarted).acquire(request(8, "host")))
        .withMessageStartingWith("ZooKeeper client must be started, but is in state LATENT");
  }

  @Test
  void interruptEndsACall() {
    WorkerLease lease = acquire();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(ticks(1)))
        .withMessageStartingWith("interrupted while waiting for ZooKeeper (ZooKeeperWorkerSource[");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(lease.extend(ticks(1))).isTrue();
  }

  @Test
  void ownersHaveAnyName() {
    String owner = "\u6771\u4eac \ud83d\ude00\nhost";
    WorkerLease own = source().acquire(request(8, owner));
    assertThat(own.extend(ticks(1))).isTrue();
    assertThat(source().workers().get(0).owner()).isEqualTo("\u6771\u4eac \ud83d\ude00 host");
  }
}
