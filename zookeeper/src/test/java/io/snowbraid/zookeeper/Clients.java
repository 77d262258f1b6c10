package io.snowbraid.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** Opens clients for one test, and closes them. */
final class Clients implements AutoCloseable {

  static final int SESSION_MILLIS = 6_000;
  private static final int CONNECTION_MILLIS = 2_000;

  private final List<CuratorFramework> opened = new ArrayList<>();

  /** Returns the settings of a client that does not repeat what failed. */
  static CuratorFrameworkFactory.Builder builder(String servers) {
    return CuratorFrameworkFactory.builder()
        .connectString(servers)
        .sessionTimeoutMs(SESSION_MILLIS)
        .connectionTimeoutMs(CONNECTION_MILLIS)
        .ensembleTracker(false) // it would find the way around a proxy
        .retryPolicy(new RetryNTimes(0, 0));
  }

  CuratorFramework open(String servers) {
    return open(builder(servers));
  }

  CuratorFramework open(CuratorFrameworkFactory.Builder builder) {
    CuratorFramework client = builder.build();
    opened.add(client);
    client.start();
    return client;
  }

  @Override
  public void close() {
    opened.forEach(CuratorFramework::close);
  }
}
