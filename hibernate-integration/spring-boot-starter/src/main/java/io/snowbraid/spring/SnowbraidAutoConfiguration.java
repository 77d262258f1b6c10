package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeListener;
import io.snowbraid.hibernate.internal.StartupLog;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.spring.internal.DataSourceLookup;
import io.snowbraid.spring.internal.InstalledSqlFunctions;
import io.snowbraid.spring.internal.OnWorkerSourceCondition;
import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.spring.internal.SnowbraidTestSliceAutoConfiguration;
import io.snowbraid.spring.internal.WorkerSourceFactory;
import io.snowbraid.worker.WorkerSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Creates the application's generator, a {@link Snowflake}, unless the application has an {@link
 * IdGenerator} bean.
 *
 * <p>None is created if there is no source of workers, as in an application without a database. The
 * generator is created at startup, even if other beans are lazy, because the thread that needs the
 * first id may hold the only connection.
 *
 * <p>The worker comes from a {@link WorkerSource} bean if there is one, otherwise from the source
 * that the properties {@code snowbraid.*} describe. It is leased after scripts and migrations have
 * initialized the database. It is released after the entity managers are closed and before the data
 * source is closed.
 */
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@EnableConfigurationProperties(SnowbraidProperties.class)
public final class SnowbraidAutoConfiguration {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid.spring");

  /** The name of the bean with the source that the properties describe. */
  public static final String WORKERS = "snowbraidWorkers";

  SnowbraidAutoConfiguration() {}

  @Bean
  @Lazy(false)
  @ConditionalOnBooleanProperty("snowbraid.sql-functions.install")
  @ConditionalOnBean(IdGenerator.class)
  InstalledSqlFunctions snowbraidSqlFunctions(
      Snowflake generator,
      SnowbraidProperties properties,
      ListableBeanFactory beans,
      Environment environment) {
    return InstalledSqlFunctions.install(
        generator, properties, new DataSourceLookup(beans, properties.dataSource()), environment);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(IdGenerator.class)
  @Conditional(OnWorkerSourceCondition.class)
  static final class GeneratorConfiguration {

    @Bean(WORKERS)
    @ConditionalOnMissingBean(WorkerSource.class)
    WorkerSource snowbraidWorkers(
        SnowbraidProperties properties, ListableBeanFactory beans, Environment environment) {
      DataSourceLookup databases = new DataSourceLookup(beans, properties.dataSource());
      return new WorkerSourceFactory(properties, databases, environment).source();
    }

    @Bean
    @Lazy(false)
    Snowflake snowflake(
        WorkerSource workers,
        SnowbraidProperties properties,
        ListableBeanFactory beans,
        ObjectProvider<SnowbraidTestSliceAutoConfiguration> slice,
        ObjectProvider<SnowflakeListener> listeners,
        ObjectProvider<SnowflakeBuilderCustomizer> customizers) {
      GeneratorSettings settings =
          beans.containsBean(WORKERS)
              ? properties.generator()
              : properties.generator(Origin.SUPPLIED, "the WorkerSource bean of the application");
      SnowbraidTestSliceAutoConfiguration test = slice.getIfAvailable();
      Snowflake.Builder builder =
          settings.builder().worker(test == null ? workers : test.marked(workers));
      listeners.orderedStream().forEach(builder::listener);
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      Snowflake generator = builder.build();
      if (settings.origin() == Origin.NUMBER) {
        LOGGER.log(
            System.Logger.Level.INFO,
            "worker {0} is set by snowbraid.worker-id, layout {1}",
            String.valueOf(generator.workerId()),
            generator.layout());
      } else {
        StartupLog.leased(LOGGER, generator, workers);
      }
      return generator;
    }
  }
}
