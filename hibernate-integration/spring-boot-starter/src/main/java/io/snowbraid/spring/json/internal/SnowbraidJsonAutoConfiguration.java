package io.snowbraid.spring.json.internal;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Has Jackson write generated ids as strings, if a property says so. */
@AutoConfiguration
@ConditionalOnClass(JsonMapper.class)
@ConditionalOnBooleanProperty("snowbraid.json.ids-as-strings")
final class SnowbraidJsonAutoConfiguration {

  @Bean
  IdAsStringModule snowbraidIdsAsStrings() {
    return new IdAsStringModule();
  }
}
