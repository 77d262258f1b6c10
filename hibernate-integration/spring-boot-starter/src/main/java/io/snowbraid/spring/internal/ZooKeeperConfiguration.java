package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import java.time.Duration;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Makes the application's generator lease its worker from ZooKeeper, if properties request it. The
 * worker is released before the client is closed. Test slices lease from their database.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnProperties.ZooKeeper.class)
@ConditionalOnMissingBean({
  IdGenerator.class,
  WorkerSource.class,
  SnowbraidTestSliceAutoConfiguration.class
})
public final class ZooKeeperConfiguration {

  @Bean
  Connection snowbraidZooKeeper(
      SnowbraidProperties properties, ObjectProvider<CuratorFramework> clients) {
    return Connection.open(properties, clients);
  }

  @Bean(GeneratorConfiguration.WORKERS)
  WorkerSource snowbraidWorkers(SnowbraidProperties properties, Connection connection) {
    GeneratorSettings settings = properties.generator(Origin.ZOOKEEPER, "snowbraid.zookeeper.*");
    ZooKeeperWorkerSource source = ZooKeeperWorkerSource.of(connection.client());
    String path = properties.zookeeper().path();
    ZooKeeperWorkerSource placed =
        path == null ? source : BuilderProperties.read("zookeeper.path", path, source::withPath);
    return BuilderProperties.named(
        () ->
            settings.with(
                Setting.WORKERS,
                settings.with(Setting.NAMESPACE, placed, ZooKeeperWorkerSource::withNamespace),
                ZooKeeperWorkerSource::withWorkers));
  }

  /**
   * The ZooKeeper client: the starter's own, which it closes, or the application's. It is not a
   * bean of the client's type, because other libraries would then use it instead of creating
   * theirs.
   */
  record Connection(CuratorFramework client, boolean isOwn) implements AutoCloseable {

    private static final Duration HORIZON = Duration.ofMinutes(1);
    private static final Duration LONGEST_SESSION = Duration.ofSeconds(15);
    private static final Duration CONNECTION = Duration.ofSeconds(5);
    private static final int RETRY_MILLIS = 100;
    private static final int RETRIES = 3;

    static Connection open(
        SnowbraidProperties properties, ObjectProvider<CuratorFramework> clients) {
      String servers = properties.zookeeper().connectString();
      if (servers != null) {
        return new Connection(started(servers, properties.horizon()), true);
      }
      CuratorFramework client = clients.getIfUnique();
      if (client == null) {
        throw new NotConfiguredException(
            "The property snowbraid.zookeeper.path is set, but there is no single"
                + " CuratorFramework bean.",
            "Set snowbraid.zookeeper.connect-string to the servers, such as zk1:2181,zk2:2181.");
      }
      return new Connection(client, false);
    }

    private static CuratorFramework started(String servers, @Nullable Duration horizon) {
      if (servers.isBlank()) {
        throw new NotConfiguredException(
            "The property snowbraid.zookeeper.connect-string is empty.",
            "Set it to the servers, such as zk1:2181,zk2:2181, or remove it.");
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

    /**
     * Returns a session timeout short enough to leave a hanging server and extend the grant at
     * another.
     */
    private static int sessionMillis(@Nullable Duration horizon) {
      Duration part = Objects.requireNonNullElse(horizon, HORIZON).dividedBy(4);
      return (int) Durations.min(part, LONGEST_SESSION).toMillis();
    }

    @Override
    public void close() {
      if (isOwn) {
        client.close();
      }
    }
  }
}
