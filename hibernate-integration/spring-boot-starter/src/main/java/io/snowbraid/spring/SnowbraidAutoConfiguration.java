package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeListener;
import io.snowbraid.worker.WorkerSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Gives an application its generator, a {@link Snowflake}, unless it has an {@link IdGenerator} of
 * its own.
 *
 * <p>The worker comes from a {@link WorkerSource} bean if there is one, else from where the {@link
 * SnowbraidProperties} say. It is taken when scripts and migrations have initialized the database,
 * and given back after the entity managers are closed and before the data source is.
 */
@AutoConfiguration
@EnableConfigurationProperties(SnowbraidProperties.class)
public final class SnowbraidAutoConfiguration {

  private static final String WORKERS = "snowbraidWorkers";

  SnowbraidAutoConfiguration() {}

  @Bean
  @ConditionalOnBooleanProperty("snowbraid.sql-functions.install")
  SqlFunctions snowbraidSqlFunctions(
      Snowflake generator,
      SnowbraidProperties properties,
      ListableBeanFactory beans,
      Environment environment) {
    return SqlFunctions.install(
        generator, properties, new Databases(beans, properties.dataSource()), environment);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(IdGenerator.class)
  static final class GeneratorConfiguration {

    @Bean(WORKERS)
    @ConditionalOnMissingBean(WorkerSource.class)
    WorkerSource snowbraidWorkers(
        SnowbraidProperties properties, ListableBeanFactory beans, Environment environment) {
      Databases databases = new Databases(beans, properties.dataSource());
      return new Workers(properties, databases, environment).source();
    }

    @Bean
    Snowflake snowflake(
        WorkerSource workers,
        SnowbraidProperties properties,
        ListableBeanFactory beans,
        ObjectProvider<SnowflakeListener> listeners,
        ObjectProvider<SnowflakeBuilderCustomizer> customizers) {
      if (!beans.containsBean(WORKERS)) {
        WorkerProperties.of(properties).requireNone();
      }
      Snowflake.Builder builder = Snowflake.builder().worker(workers);
      Settings.apply(properties, builder);
      listeners.orderedStream().forEach(builder::listener);
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      Integer number = properties.workerId();
      return number == null
          ? builder.build()
          : Settings.read("worker-id", number, given -> builder.build());
    }
  }
}
