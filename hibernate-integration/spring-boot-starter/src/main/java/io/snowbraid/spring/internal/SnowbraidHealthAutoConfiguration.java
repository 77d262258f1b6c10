package io.snowbraid.spring.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import io.snowbraid.worker.WorkerSource;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Reports the health of the application's generators, if Spring Boot's health module is present.
 */
@AutoConfiguration(after = SnowbraidAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Snowflake.class)
@ConditionalOnEnabledHealthIndicator("snowbraid")
public final class SnowbraidHealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = {"snowbraidHealthIndicator", "snowbraidHealthContributor"})
  HealthContributor snowbraidHealthContributor(
      Map<String, Snowflake> generators, ObjectProvider<WorkerSource> workers) {
    return generators.size() == 1
        ? new SnowflakeHealthIndicator(generators.values().iterator().next(), workers.getIfUnique())
        : CompositeHealthContributor.fromMap(
            generators, generator -> new SnowflakeHealthIndicator(generator, null));
  }
}
