package io.snowbraid.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.snowbraid.Snowflake;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Measures the application's generator, if Micrometer is present. */
@AutoConfiguration(
    after = SnowbraidAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure"
            + ".CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, Snowflake.class})
final class SnowbraidMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  SnowflakeMetrics snowflakeMetrics(ObjectProvider<Snowflake> generator) {
    return new SnowflakeMetrics("snowflake", generator::getIfUnique);
  }
}
