package io.snowbraid.zookeeper;

import io.snowbraid.testkit.WorkerSourceContract;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.zookeeper.FaultyProxy.Fault;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Provides nodes of its own for each test, on real servers, which are reached over a proxy. */
@TestInstance(Lifecycle.PER_CLASS) // clients take a fifth of a second to close
abstract class ZooKeeperFixture extends WorkerSourceContract {

  private static final AtomicInteger PATHS = new AtomicInteger();
  private static final int PATIENCE_MILLIS = 60_000;

  final Clients clients = new Clients();
  FaultyProxy proxy;

  /** Reaches the servers over the proxy. */
  CuratorFramework client;

  /** Reaches the servers directly. */
  CuratorFramework direct;

  String path;

  /**
   * Starts servers.
   *
   * @return the port of one of them
   */
  abstract int start() throws Exception;

  abstract void stop() throws Exception;

  @BeforeAll
  final void open() throws Exception {
    int port = start();
    proxy = new FaultyProxy(port);
    client = clients.open(patient(proxy.addresses()));
    direct = clients.open(patient("127.0.0.1:" + port).retryPolicy(new RetryNTimes(10, 500)));
  }

  /** A client that no pause of the machine disconnects. */
  static CuratorFrameworkFactory.Builder patient(String servers) {
    return Clients.builder(servers)
        .sessionTimeoutMs(PATIENCE_MILLIS)
        .connectionTimeoutMs(PATIENCE_MILLIS);
  }

  @AfterAll
  final void close() throws Exception {
    clients.close();
    proxy.close();
    stop();
  }

  @BeforeEach
  final void newPath() {
    path = "/test-" + PATHS.incrementAndGet();
  }

  @AfterEach
  final void repairProxy() {
    proxy.repair();
  }

  @Override
  protected final ZooKeeperWorkerSource source() {
    return ZooKeeperWorkerSource.of(client).withPath(path);
  }

  @Override
  protected final WorkerSource otherNamespace() {
    return source().withNamespace("other");
  }

  @Override
  protected final void expire(int worker) throws Exception {
    rewrite(worker, "expiresAt=\\d+", "expiresAt=1");
  }

  final void rewrite(int worker, String pattern, String replacement) throws Exception {
    String node = node(worker);
    String text = new String(direct.getData().forPath(node), StandardCharsets.UTF_8);
    direct
        .setData()
        .forPath(node, text.replaceAll(pattern, replacement).getBytes(StandardCharsets.UTF_8));
  }

  final String node(int worker) {
    return path + "/default/" + worker;
  }

  @Override
  protected final boolean setBroken(boolean broken) {
    proxy.setBroken(broken);
    return true;
  }

  @Override
  protected final boolean loseNextReply() {
    proxy.setNext(Fault.REPLY_LOST);
    return true;
  }

  @Override
  protected final boolean setHidden(boolean hidden) throws Exception {
    int rights = hidden ? Perms.ALL & ~Perms.READ & ~Perms.WRITE : Perms.ALL;
    List<ACL> acl = Collections.singletonList(new ACL(rights, Ids.ANYONE_ID_UNSAFE));
    for (String node : List.of("", "/clock", "/0")) {
      direct.setACL().withACL(acl).forPath(path + "/default" + node);
    }
    return true;
  }

  @Override
  protected final WorkerLease copyOf(WorkerLease lease) {
    return RecordedWorkers.copy(lease);
  }

  final WorkerLease acquire() {
    return source().acquire(request(8, "host"));
  }

  static long[] ticks(long tick) {
    return new long[] {tick, tick, tick, tick};
  }
}
