package io.snowbraid.spring;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Creates the application contexts for tests of auto-configuration. */
final class TestContexts {

  private TestContexts() {}

  /** Creates an application with nothing but the generator. */
  static ApplicationContextRunner plain() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class));
  }

  /**
   * Creates an application with a data source, an in-memory database unless properties set another
   * one.
   */
  static ApplicationContextRunner withDatabase() {
    return plain()
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceInitializationAutoConfiguration.class));
  }

  /** Creates an application with a clock that its test controls. */
  static ApplicationContextRunner withClock(ManualClock clock) {
    return withDatabase()
        .withBean(SnowflakeBuilderCustomizer.class, () -> builder -> builder.clock(clock));
  }

  static Snowflake snowflake(ApplicationContext context) {
    return context.getBean(Snowflake.class);
  }

  static JdbcWorkerSource workers(ApplicationContext context) {
    return JdbcWorkerSource.of(context.getBean(DataSource.class));
  }

  /** Two data sources, none of them primary. */
  @Configuration(proxyBeanMethods = false)
  static class TwoDatabases {

    @Bean
    FaultyDatabase orders() {
      return new FaultyDatabase();
    }

    @Bean
    FaultyDatabase ids() {
      return new FaultyDatabase();
    }
  }

  /** Two data sources, one of them primary. */
  @Configuration(proxyBeanMethods = false)
  static class PrimaryDatabase {

    @Bean
    @Primary
    FaultyDatabase orders() {
      return new FaultyDatabase();
    }

    @Bean
    FaultyDatabase ids() {
      return new FaultyDatabase();
    }
  }
}
