package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Has the application's generator lease its worker from ZooKeeper, if properties say so. The worker
 * is released before the client is closed.
 */
@AutoConfiguration(
    before = SnowbraidAutoConfiguration.class,
    after = SnowbraidClientAutoConfiguration.class)
@EnableConfigurationProperties(SnowbraidProperties.class)
@Conditional(OnZooKeeper.class)
@ConditionalOnMissingBean({IdGenerator.class, WorkerSource.class})
public final class SnowbraidZooKeeperAutoConfiguration {

  private static final String SOURCE = "io.snowbraid.zookeeper.ZooKeeperWorkerSource";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = SOURCE)
  static final class Available {

    @Bean
    ZooKeeperConnection snowbraidZooKeeper(
        SnowbraidProperties properties, ObjectProvider<CuratorFramework> clients) {
      return ZooKeeperConnection.open(properties, clients);
    }

    @Bean(SnowbraidAutoConfiguration.WORKERS)
    WorkerSource snowbraidWorkers(SnowbraidProperties properties, ZooKeeperConnection connection) {
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
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass(SOURCE)
  static final class Missing {

    @Bean
    @Lazy(false)
    InitializingBean snowbraidZooKeeper() {
      return () -> {
        throw new NotConfiguredException(
            "The property snowbraid.zookeeper.* is set, but workers cannot be leased from"
                + " ZooKeeper.",
            "Add io.snowbraid:snowbraid-zookeeper to the dependencies.");
      };
    }
  }
}
