package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeListener;
import io.snowbraid.hibernate.internal.StartupLog;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.integration.SharedGenerator;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.spring.SnowflakeBuilderCustomizer;
import io.snowbraid.worker.WorkerSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Creates the application's generator and installs the SQL functions. */
@Configuration(proxyBeanMethods = false)
public final class GeneratorConfiguration {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid.spring");

  /** The name of the worker source bean that the properties describe. */
  public static final String WORKERS = "snowbraidWorkers";

  /** Marks that the SQL functions are installed, for beans that must be created afterwards. */
  public record InstalledSqlFunctions() {}

  @Bean
  WorkerDatabase snowbraidDatabase(
      SnowbraidProperties properties, ListableBeanFactory beans, Environment environment) {
    return new WorkerDatabase(properties, beans, environment);
  }

  @Bean
  @Lazy(false)
  @ConditionalOnBooleanProperty("snowbraid.sql-functions.install")
  @ConditionalOnBean(IdGenerator.class)
  InstalledSqlFunctions snowbraidSqlFunctions(
      Snowflake generator, SnowbraidProperties properties, WorkerDatabase tables) {
    DataSource database = tables.dataSource("The SQL functions need a database, but");
    GeneratorSettings settings = properties.generator();
    SnowflakeFunctions.install(
        database,
        FunctionOptions.DEFAULT
            .withTable(tables.workerTable(database))
            .withNamespace(
                settings.text(Setting.NAMESPACE).orElse(JdbcWorkerSource.DEFAULT_NAMESPACE))
            .withLayout(generator.layout())
            .withoutGenerator());
    SharedGenerator.share(database, generator);
    return new InstalledSqlFunctions();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(IdGenerator.class)
  @Conditional(OnWorkerSourceCondition.class)
  static final class Own {

    @Bean(WORKERS)
    @ConditionalOnMissingBean(WorkerSource.class)
    WorkerSource snowbraidWorkers(SnowbraidProperties properties, WorkerDatabase database) {
      GeneratorSettings settings = properties.generator();
      return switch (settings.origin()) {
        case NUMBER -> WorkerSource.fixed(settings.number());
        case DIRECTORY -> settings.directory("");
        default -> database.workers();
      };
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
