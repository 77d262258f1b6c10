package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.zookeeper.FaultyProxy.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the source on three real servers, over a follower, whose reads may be late. */
@Tag("slow")
class EnsembleTest extends ZooKeeperFixture {

  private Ensemble ensemble;

  @Override
  int start() throws Exception {
    ensemble = new Ensemble();
    return ensemble.follower().getPort();
  }

  @Override
  void stop() throws Exception {
    ensemble.close();
  }

  @AfterEach
  void restoreServers() throws Exception {
    ensemble.restore();
    ensemble.leader();
  }

  /** Reaches all servers. */
  private ZooKeeperWorkerSource overAll() {
    return ZooKeeperWorkerSource.of(clients.open(ensemble.addresses())).withPath(path);
  }

  @Test
  void answeredWritesSurviveTheDeathOfTheLeader() throws Exception {
    ZooKeeperWorkerSource source = overAll();
    WorkerLease lease = source.acquire(request(1, "host"));
    long answered = 0;
    int failures = 0;
    for (int i = 1; i <= 200; i++) {
      if (i == 50) {
        ensemble.kill(ensemble.leader());
      }
      try {
        assertThat(lease.extend(ticks(i))).isTrue();
        answered = i;
      } catch (WorkerSourceException e) {
        failures++;
      }
    }
    assertThat(answered).isEqualTo(200);
    assertThat(source.workers().get(0).lastTicks()).containsOnly(200L);
    assertThat(source.workers().get(0).fence()).isBetween(200L - failures, 201L);
  }

  @Test
  void idsContinueWithoutAMajority() throws Exception {
    ZooKeeperWorkerSource source = overAll();
    try (Snowflake ids = Snowflake.builder().worker(source).build()) {
      WorkerLease lease = source.withNamespace("other").acquire(request(8, "host"));
      ensemble.kill(ensemble.leader());
      ensemble.kill(ensemble.servers().stream().filter(ensemble::isUp).findFirst().orElseThrow());
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> lease.extend(ticks(1)))
          .withMessageStartingWith("ZooKeeper ");
      assertThat(ids.nextIds(100_000)).doesNotHaveDuplicates();
      ensemble.restore();
      ensemble.leader();
      assertThat(extendedAtLast(lease, 2)).isTrue();
    }
  }

  /** The client needs a moment to find a server again. */
  private static boolean extendedAtLast(WorkerLease lease, long tick) {
    WorkerSourceException last = null;
    for (int attempt = 0; attempt < 10; attempt++) {
      try {
        return lease.extend(ticks(tick));
      } catch (WorkerSourceException e) {
        last = e;
      }
    }
    throw last;
  }

  @Test
  void holderWhoseSessionExpiredContinuesInTheNextOne() throws Exception {
    WorkerLease lease = acquire();
    long session = client.getZookeeperClient().getZooKeeper().getSessionId();
    expireSession();
    assertThat(extendedAtLast(lease, 100)).isTrue();
    assertThat(client.getZookeeperClient().getZooKeeper().getSessionId()).isNotEqualTo(session);
    assertThat(source().workers().get(0).lastTicks()).containsOnly(100L);
  }

  @Test
  void holderWhoseSessionExpiredCanWriteNoMoreWhenAnotherTookItsWorker() throws Exception {
    WorkerLease zombie = source().acquire(request(1, "host"));
    expireSession();
    expire(zombie.worker());
    ZooKeeperWorkerSource other = ZooKeeperWorkerSource.of(direct).withPath(path);
    WorkerLease next = other.acquire(request(1, "host"));
    assertThat(next.extend(ticks(200))).isTrue();
    assertThat(extendedAtLast(zombie, 100)).isFalse();
    assertThat(other.workers().get(0).lastTicks()).containsOnly(200L);
  }

  /** Ends the client's session on the servers, by closing another connection to it. */
  private void expireSession() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    client
        .getConnectionStateListenable()
        .addListener(
            (curator, state) -> {
              if (state == ConnectionState.LOST) {
                lost.countDown();
              }
            });
    ZooKeeper session = client.getZookeeperClient().getZooKeeper();
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper same =
        new ZooKeeper(
            ensemble.addresses(),
            Clients.SESSION_MILLIS,
            event -> {
              if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
              }
            },
            session.getSessionId(),
            session.getSessionPasswd());
    connected.await();
    same.close();
    lost.await();
  }

  @Test
  void callsOverAConnectionThatHangsEnd() throws Exception {
    CuratorFramework patient =
        clients.open(Clients.builder(proxy.addresses()).sessionTimeoutMs(40_000));
    ZooKeeperWorkerSource source = ZooKeeperWorkerSource.of(patient).withPath(path);
    List<WorkerLease> leases =
        IntStream.range(0, 6).mapToObj(i -> source.acquire(request(8, "host"))).toList();
    proxy.stall();
    ExecutorService threads = Executors.newFixedThreadPool(leases.size());
    List<Future<Boolean>> calls = new ArrayList<>();
    leases.forEach(lease -> calls.add(threads.submit(() -> lease.extend(ticks(1)))));
    threads.shutdown();
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(call::get)
                    .withCauseInstanceOf(WorkerSourceException.class)
                    .havingCause()
                    .withMessageStartingWith("ZooKeeper d"));
    proxy.flow();
    assertThat(leases).allMatch(lease -> extendedAtLast(lease, 2));
  }

  @Test
  void writeOfACallThatWasGivenUpDoesNotReplaceALaterOne() throws Exception {
    WorkerLease lease = acquire();
    proxy.setNext(Fault.HELD);
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                ended.complete(new AssertionError("answered: " + lease.extend(ticks(100))));
              } catch (WorkerSourceException e) {
                ended.complete(e);
              }
            });
    caller.start();
    proxy.awaitHeld();
    caller.interrupt();
    assertThat(ended.get()).hasMessageStartingWith("interrupted while waiting for ZooKeeper (");
    proxy.letGo();
    assertThat(lease.extend(ticks(200))).isTrue();
    assertThat(source().workers().get(0).lastTicks()).containsOnly(200L);
  }
}
