package io.snowbraid.sample;

import io.snowbraid.spring.SnowflakeBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Lets the generator go by a clock that the pages move. An application whose clock is the system's
 * needs nothing.
 */
@Configuration(proxyBeanMethods = false)
class SnowflakeConfiguration {

  @Bean
  AdjustableClock clock() {
    return new AdjustableClock();
  }

  @Bean
  SnowflakeBuilderCustomizer clockOfIds(AdjustableClock clock) {
    return builder -> builder.clock(clock);
  }
}
