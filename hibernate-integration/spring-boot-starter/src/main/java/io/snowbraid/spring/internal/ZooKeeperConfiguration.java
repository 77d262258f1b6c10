package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Has the application's generator lease its worker from ZooKeeper, if properties say so. The worker
 * is released before the client is closed. Test slices lease from their database.
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
  ZooKeeperConnection snowbraidZooKeeper(
      SnowbraidProperties properties, ObjectProvider<CuratorFramework> clients) {
    return ZooKeeperConnection.open(properties, clients);
  }

  @Bean(GeneratorConfiguration.WORKERS)
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
