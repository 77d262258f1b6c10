package io.snowbraid.sample;

import io.snowbraid.spring.SnowflakeBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes the generator use a clock that the pages can step. An application that uses the system's
 * clock needs no such configuration.
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
