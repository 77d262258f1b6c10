package io.snowbraid.spring.internal;

import io.micrometer.core.instrument.MeterRegistry;
import io.snowbraid.segment.SegmentGenerators;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Measures numbers in a row, if tags have properties and Micrometer is present. */
@AutoConfiguration(
    after = SnowbraidSegmentsAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure"
            + ".CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, SegmentGenerators.class})
@Conditional(OnSegmentProperties.class)
public final class SnowbraidSegmentsMetricsAutoConfiguration {

  @Bean
  SegmentMetrics snowbraidSegmentMetrics(
      SegmentGenerators numbers, SnowbraidProperties properties) {
    return new SegmentMetrics(numbers, properties.segments().keySet());
  }
}
