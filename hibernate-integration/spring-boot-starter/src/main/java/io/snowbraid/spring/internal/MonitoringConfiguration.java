package io.snowbraid.spring.internal;

import io.micrometer.core.instrument.MeterRegistry;
import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.spring.SnowflakeMetrics;
import io.snowbraid.worker.WorkerSource;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Reports the generators' health and metrics. */
@Configuration(proxyBeanMethods = false)
public final class MonitoringConfiguration {

  /** Requires Spring Boot's health module. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
  @ConditionalOnEnabledHealthIndicator("snowbraid")
  static final class HealthOfGenerators {

    @Bean
    @ConditionalOnBean(Snowflake.class)
    @ConditionalOnMissingBean(name = {"snowbraidHealthIndicator", "snowbraidHealthContributor"})
    HealthContributor snowbraidHealthContributor(
        Map<String, Snowflake> generators, ObjectProvider<WorkerSource> workers) {
      return generators.size() == 1
          ? new SnowflakeHealthIndicator(
              generators.values().iterator().next(), workers.getIfUnique())
          : CompositeHealthContributor.fromMap(
              generators, generator -> new SnowflakeHealthIndicator(generator, null));
    }

    @Bean
    @ConditionalOnBean(SegmentGenerators.class)
    @Conditional(OnProperties.Tags.class)
    @ConditionalOnMissingBean(name = "snowbraidSegmentsHealthIndicator")
    HealthContributor snowbraidSegmentsHealthContributor(SegmentGenerators numbers) {
      return new SegmentHealthIndicator(numbers);
    }
  }

  /** Requires Micrometer. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  static final class MetersOfGenerators {

    @Bean
    @ConditionalOnBean(Snowflake.class)
    @ConditionalOnMissingBean
    SnowflakeMetrics snowflakeMetrics(ObjectProvider<Snowflake> generator) {
      return new SnowflakeMetrics("snowflake", generator::getIfUnique);
    }

    @Bean
    @ConditionalOnBean(SegmentGenerators.class)
    @Conditional(OnProperties.Tags.class)
    SegmentMetrics snowbraidSegmentMetrics(
        SegmentGenerators numbers, SnowbraidProperties properties) {
      return new SegmentMetrics(numbers, properties.segments().keySet());
    }
  }
}
