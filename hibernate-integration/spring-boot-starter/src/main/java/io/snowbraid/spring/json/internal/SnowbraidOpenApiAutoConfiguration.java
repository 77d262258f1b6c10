package io.snowbraid.spring.json.internal;

import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Has springdoc describe ids with the type that they have in JSON. */
@AutoConfiguration
@ConditionalOnClass(PropertyCustomizer.class)
final class SnowbraidOpenApiAutoConfiguration {

  @Bean
  IdSchema snowbraidIdSchema(Environment environment) {
    return new IdSchema(
        environment.getProperty("snowbraid.json.ids-as-strings", Boolean.class, false));
  }
}
