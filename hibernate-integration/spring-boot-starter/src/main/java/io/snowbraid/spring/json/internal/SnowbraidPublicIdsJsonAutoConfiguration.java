package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.internal.SnowbraidPublicIdsAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Has Jackson write and read public ids, if there are keys. */
@AutoConfiguration(after = SnowbraidPublicIdsAutoConfiguration.class)
@ConditionalOnClass(JsonMapper.class)
@ConditionalOnSingleCandidate(PublicId.class)
public final class SnowbraidPublicIdsJsonAutoConfiguration {

  @Bean
  PublicIdModule snowbraidPublicIdModule(PublicId publicId) {
    return new PublicIdModule(publicId);
  }
}
