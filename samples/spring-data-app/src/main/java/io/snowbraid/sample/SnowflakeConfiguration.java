package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import javax.sql.DataSource;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * One generator for entities and SQL functions.
 *
 * <p>An application whose clock is the system's needs none of this: without any setting Hibernate
 * leases a worker from the application's database.
 */
@Configuration(proxyBeanMethods = false)
class SnowflakeConfiguration {

  @Bean
  AdjustableClock clock() {
    return new AdjustableClock();
  }

  @Bean
  JdbcWorkerSource workers(DataSource dataSource) {
    return JdbcWorkerSource.of(dataSource).createTableIfMissing();
  }

  @Bean
  Snowflake snowflake(
      JdbcWorkerSource workers, AdjustableClock clock, EventLog events, DataSource dataSource) {
    Snowflake snowflake =
        Snowflake.builder()
            .worker(workers)
            .clock(clock)
            .owner("this application")
            .listener(events)
            .build();
    SnowflakeFunctions.install(dataSource, snowflake);
    return snowflake;
  }

  @Bean
  HibernatePropertiesCustomizer snowflakeForHibernate(Snowflake snowflake) {
    return properties -> properties.put(SnowflakeSettings.GENERATOR, snowflake);
  }
}
