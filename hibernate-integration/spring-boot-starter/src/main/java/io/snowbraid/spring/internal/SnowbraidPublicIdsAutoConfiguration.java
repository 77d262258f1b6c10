package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Creates a {@link PublicId} without a prefix from the keys in the properties. */
@AutoConfiguration
@EnableConfigurationProperties(SnowbraidProperties.class)
@Conditional(OnPublicIdKeys.class)
public final class SnowbraidPublicIdsAutoConfiguration {

  static final String REMEDY = "Set it to a key that PublicId.newKey() made.";

  @Bean
  @ConditionalOnMissingBean
  PublicId snowbraidPublicId(SnowbraidProperties properties) {
    List<String> keys = Objects.requireNonNullElse(properties.publicIds().keys(), List.of());
    if (keys.isEmpty()) {
      throw new NotConfiguredException(
          "The property snowbraid.public-ids.keys has no key.", REMEDY);
    }
    PublicId.Builder builder = PublicId.builder();
    for (int i = 0; i < keys.size(); i++) {
      add(builder, keys.get(i), i);
    }
    return builder.build();
  }

  /** A rejection names the property, and does not quote it. */
  private static void add(PublicId.Builder builder, String key, int index) {
    try {
      builder.key(key);
    } catch (IllegalArgumentException e) {
      String rule = String.valueOf(e.getMessage()).replaceFirst(";.*", ".");
      throw new NotConfiguredException(
          "The property snowbraid.public-ids.keys[" + index + "] cannot be used: " + rule, REMEDY);
    }
  }
}
