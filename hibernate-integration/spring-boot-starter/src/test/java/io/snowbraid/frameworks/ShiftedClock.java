package io.snowbraid.frameworks;

import io.snowbraid.spring.SnowflakeBuilderCustomizer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The system's clock, shifted by a test. */
final class ShiftedClock implements InstantSource {

  private volatile Duration shift = Duration.ZERO;

  void shift(Duration duration) {
    shift = duration;
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(shift);
  }

  /** The beans of an application with such a clock. */
  @Configuration(proxyBeanMethods = false)
  static class Beans {

    @Bean
    ShiftedClock clock() {
      return new ShiftedClock();
    }

    @Bean
    SnowflakeBuilderCustomizer customizer(ShiftedClock clock) {
      return builder -> builder.clock(clock);
    }
  }
}
