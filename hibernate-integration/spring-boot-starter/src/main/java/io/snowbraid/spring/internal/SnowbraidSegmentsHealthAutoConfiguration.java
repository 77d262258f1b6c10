package io.snowbraid.spring.internal;

import io.snowbraid.segment.SegmentGenerators;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Reports the health of numbers in a row, if tags have properties. */
@AutoConfiguration(after = SnowbraidSegmentsAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(SegmentGenerators.class)
@Conditional(OnSegmentProperties.class)
@ConditionalOnEnabledHealthIndicator("snowbraid")
public final class SnowbraidSegmentsHealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "snowbraidSegmentsHealthIndicator")
  HealthContributor snowbraidSegmentsHealthContributor(SegmentGenerators numbers) {
    return new SegmentHealthIndicator(numbers);
  }
}
