package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import picocli.CommandLine.Option;

/** The options that select a table of workers, or the nodes of workers in ZooKeeper. */
final class WorkerStoreOptions extends DatabaseOptions {

  private static final String ZOOKEEPER = "zookeeper:";
  private static final int SESSION_MILLIS = 10_000;
  private static final int CONNECTION_MILLIS = 5_000;

  @Option(
      names = "--path",
      defaultValue = ZooKeeperWorkerSource.DEFAULT_PATH,
      description =
          "The parent node of the namespaces, if the URL is zookeeper: and servers, as host:port"
              + " with commas (default: ${DEFAULT-VALUE}).")
  private String path = "";

  WorkerStoreOptions() {}

  /** Returns whether workers are in ZooKeeper. */
  boolean isZooKeeper() {
    return url().startsWith(ZOOKEEPER);
  }

  @Override
  String place() {
    return isZooKeeper() ? "path=" + path + ", namespace=" + namespace() : super.place();
  }

  /** Opens the store, which the caller closes. */
  WorkerStore open() {
    if (isZooKeeper()) {
      return nodes(url().substring(ZOOKEEPER.length()));
    }
    HikariDataSource pool = connect();
    try {
      return new WorkerStore.Table(pool, workers(pool));
    } catch (RuntimeException e) { // the name of the table or of the namespace is malformed
      pool.close();
      throw e;
    }
  }

  private WorkerStore nodes(String servers) {
    CuratorFramework client = client(servers);
    try {
      client.start();
      if (!client.blockUntilConnected(CONNECTION_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new IllegalArgumentException(
            "ZooKeeper cannot be reached at " + servers + "; start it, or correct the servers");
      }
      return new WorkerStore.Nodes(
          client, ZooKeeperWorkerSource.of(client).withPath(path).withNamespace(namespace()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      client.close();
      throw new IllegalStateException("interrupted while waiting for ZooKeeper; retry", e);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private CuratorFramework client(String servers) {
    CuratorFrameworkFactory.Builder builder =
        CuratorFrameworkFactory.builder()
            .connectString(servers)
            .sessionTimeoutMs(SESSION_MILLIS)
            .connectionTimeoutMs(CONNECTION_MILLIS)
            .retryPolicy(new RetryOneTime(CONNECTION_MILLIS));
    credentials().ifPresent(digest -> builder.authorization("digest", digest));
    return builder.build();
  }
}
