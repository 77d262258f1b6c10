package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.worker.WorkerSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * One generator for entities and SQL functions.
 *
 * <p>An application whose clock is the system's needs none of this: the setting {@code
 * spring.jpa.properties.snowbraid.worker-id} is enough.
 */
@Configuration(proxyBeanMethods = false)
class SnowflakeConfiguration {

  @Bean
  AdjustableClock clock() {
    return new AdjustableClock();
  }

  @Bean
  Snowflake snowflake(
      AdjustableClock clock, DataSource dataSource, @Value("${snowbraid.worker-id}") int workerId) {
    Snowflake snowflake =
        Snowflake.builder().worker(WorkerSource.fixed(workerId)).clock(clock).build();
    SnowflakeFunctions.install(dataSource, snowflake);
    return snowflake;
  }

  @Bean
  HibernatePropertiesCustomizer snowflakeForHibernate(Snowflake snowflake) {
    return properties -> properties.put(SnowflakeSettings.GENERATOR, snowflake);
  }
}
