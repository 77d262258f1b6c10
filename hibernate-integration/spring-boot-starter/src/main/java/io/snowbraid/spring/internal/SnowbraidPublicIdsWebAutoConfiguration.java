package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Has Spring MVC read public ids in paths and parameters, if there are keys. */
@AutoConfiguration(after = SnowbraidPublicIdsAutoConfiguration.class)
@ConditionalOnClass(WebMvcConfigurer.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSingleCandidate(PublicId.class)
public final class SnowbraidPublicIdsWebAutoConfiguration {

  /** Made before other beans, so it asks for the keys later. */
  @Bean
  static PublicIdParameters snowbraidPublicIdParameters(ObjectProvider<PublicId> publicId) {
    return new PublicIdParameters(publicId);
  }

  @Bean
  PublicIdLinks snowbraidPublicIdLinks(PublicId publicId) {
    return new PublicIdLinks(publicId);
  }
}
