package io.snowbraid.spring.internal;

import java.time.Duration;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The client of ZooKeeper: one of its own, which it closes, or the application's. It is no bean of
 * the client's type, because others would then use it instead of creating theirs.
 */
record ZooKeeperConnection(CuratorFramework client, boolean isOwn) implements AutoCloseable {

  private static final Duration HORIZON = Duration.ofMinutes(1);
  private static final Duration LONGEST_SESSION = Duration.ofSeconds(15);
  private static final Duration CONNECTION = Duration.ofSeconds(5);
  private static final int RETRY_MILLIS = 100;
  private static final int RETRIES = 3;

  static ZooKeeperConnection open(
      SnowbraidProperties properties, ObjectProvider<CuratorFramework> clients) {
    String servers = properties.zookeeper().connectString();
    if (servers != null) {
      return new ZooKeeperConnection(started(servers, properties.horizon()), true);
    }
    CuratorFramework client = clients.getIfUnique();
    if (client == null) {
      throw new NotConfiguredException(
          "The property snowbraid.zookeeper.path is set, but there is not exactly one"
              + " CuratorFramework bean.",
          "Set snowbraid.zookeeper.connect-string to the servers, as host:port with commas.");
    }
    return new ZooKeeperConnection(client, false);
  }

  private static CuratorFramework started(String servers, @Nullable Duration horizon) {
    if (servers.isBlank()) {
      throw new NotConfiguredException(
          "The property snowbraid.zookeeper.connect-string is empty.",
          "Set it to the servers, as host:port with commas, or remove it.");
    }
    CuratorFramework client =
        BuilderProperties.read(
            "zookeeper.connect-string",
            servers,
            given ->
                CuratorFrameworkFactory.builder()
                    .connectString(given)
                    .sessionTimeoutMs(sessionMillis(horizon))
                    .connectionTimeoutMs((int) CONNECTION.toMillis())
                    .retryPolicy(new ExponentialBackoffRetry(RETRY_MILLIS, RETRIES))
                    .build());
    client.start();
    return client;
  }

  /** A server that hangs is left early enough to extend the grant at another one. */
  private static int sessionMillis(@Nullable Duration horizon) {
    Duration part = Objects.requireNonNullElse(horizon, HORIZON).dividedBy(4);
    return (int) (part.compareTo(LONGEST_SESSION) < 0 ? part : LONGEST_SESSION).toMillis();
  }

  @Override
  public void close() {
    if (isOwn) {
      client.close();
    }
  }
}
