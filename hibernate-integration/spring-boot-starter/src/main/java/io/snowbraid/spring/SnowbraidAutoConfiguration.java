package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.spring.internal.ClientConfiguration;
import io.snowbraid.spring.internal.GeneratorConfiguration;
import io.snowbraid.spring.internal.HibernateConfiguration;
import io.snowbraid.spring.internal.MonitoringConfiguration;
import io.snowbraid.spring.internal.MybatisConfiguration;
import io.snowbraid.spring.internal.SegmentsConfiguration;
import io.snowbraid.spring.internal.ServerConfiguration;
import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.spring.internal.SnowbraidWebAutoConfiguration;
import io.snowbraid.spring.internal.SpringDataConfiguration;
import io.snowbraid.spring.internal.ZooKeeperConfiguration;
import io.snowbraid.worker.WorkerSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * Creates the application's generator, a {@link Snowflake}, unless there is an {@link IdGenerator}
 * bean or no worker source, as in an application without a database. The generator is created at
 * startup even if other beans are lazy, because the thread that needs the first id may hold the
 * only connection.
 *
 * <p>The worker comes from a {@link WorkerSource} bean if there is one, otherwise from the source
 * that the properties {@code snowbraid.*} describe. It is leased after scripts and migrations have
 * initialized the database, and released after the entity managers and before the data source are
 * closed.
 *
 * <p>{@code @ImportAutoConfiguration(SnowbraidAutoConfiguration.class)} also imports the
 * configuration for Hibernate, Spring Data, MyBatis-Plus, Micrometer, Jackson and Spring MVC.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure"
          + ".CompositeMeterRegistryAutoConfiguration"
    })
@EnableConfigurationProperties(SnowbraidProperties.class)
@Import({ // in this order, because conditions depend on earlier beans
  ClientConfiguration.class,
  ZooKeeperConfiguration.class,
  GeneratorConfiguration.class,
  SegmentsConfiguration.class,
  HibernateConfiguration.class,
  SpringDataConfiguration.class,
  MybatisConfiguration.class,
  MonitoringConfiguration.class,
  ServerConfiguration.class,
  SnowbraidWebAutoConfiguration.class
})
public final class SnowbraidAutoConfiguration {

  SnowbraidAutoConfiguration() {}
}
