package io.snowbraid.spring.internal.zookeeper;

import io.snowbraid.IdGenerator;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import io.snowbraid.spring.internal.BuilderProperties;
import io.snowbraid.spring.internal.NotConfiguredException;
import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.spring.internal.server.SnowbraidClientAutoConfiguration;
import io.snowbraid.spring.internal.worker.WorkerSourceConflicts;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
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
      WorkerSourceConflicts.of(properties).withoutThoseOfTags().requireOneKind();
      return ZooKeeperConnection.open(properties, clients);
    }

    @Bean(SnowbraidAutoConfiguration.WORKERS)
    WorkerSource snowbraidWorkers(SnowbraidProperties properties, ZooKeeperConnection connection) {
      ZooKeeperWorkerSource source = ZooKeeperWorkerSource.of(connection.client());
      source = with(source, "zookeeper.path", properties.zookeeper().path(), source::withPath);
      source = with(source, "namespace", properties.namespace(), source::withNamespace);
      return with(source, "workers", properties.workers(), source::withWorkers);
    }

    private static ZooKeeperWorkerSource with(
        ZooKeeperWorkerSource source,
        String name,
        @Nullable String value,
        Function<String, ZooKeeperWorkerSource> setter) {
      return value == null ? source : BuilderProperties.read(name, value, setter);
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
