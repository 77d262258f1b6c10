package io.snowbraid.spring.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.internal.IdModule;
import io.snowbraid.spring.json.internal.IdSchema;
import java.util.List;
import java.util.Objects;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Configures the form of ids in JSON, in Spring MVC requests and in OpenAPI. */
@AutoConfiguration
@EnableConfigurationProperties(SnowbraidProperties.class)
public final class SnowbraidWebAutoConfiguration {

  private static boolean areStrings(Environment environment) {
    return environment.getProperty("snowbraid.json.ids-as-strings", Boolean.class, false);
  }

  /** Creates a {@link PublicId} without a prefix from the keys in the properties. */
  @Configuration(proxyBeanMethods = false)
  @Order(0) // before the beans that need the keys
  @Conditional(OnProperties.PublicIdKeys.class)
  static final class Keys {

    static final String REMEDY = "Set it to a key created by PublicId.newKey().";

    @Bean
    @ConditionalOnMissingBean
    PublicId snowbraidPublicId(SnowbraidProperties properties) {
      List<String> keys = Objects.requireNonNullElse(properties.publicIds().keys(), List.of());
      if (keys.isEmpty()) {
        throw new NotConfiguredException(
            "The property snowbraid.public-ids.keys is empty.", REMEDY);
      }
      PublicId.Builder builder = PublicId.builder();
      for (int i = 0; i < keys.size(); i++) {
        add(builder, keys.get(i), i);
      }
      return builder.build();
    }

    /** Adds a key. A rejection names the property but does not quote the key. */
    private static void add(PublicId.Builder builder, String key, int index) {
      try {
        builder.key(key);
      } catch (IllegalArgumentException e) {
        String rule = String.valueOf(e.getMessage()).replaceFirst(";.*", ".");
        throw new NotConfiguredException(
            "The property snowbraid.public-ids.keys[" + index + "] cannot be used: " + rule,
            REMEDY);
      }
    }
  }

  /** Writes and reads ids with Jackson. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JsonMapper.class)
  static final class Json {

    @Bean
    IdModule snowbraidIdModule(Environment environment, ObjectProvider<PublicId> keys) {
      return new IdModule(areStrings(environment), keys.getIfUnique());
    }
  }

  /** Reads public ids in paths and parameters, and writes them in links. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebMvcConfigurer.class)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static final class Mvc {

    /**
     * Created before other beans, so it requests the keys later. Without keys, it rejects calls.
     */
    @Bean
    static PublicIdParameters snowbraidPublicIdParameters(ObjectProvider<PublicId> keys) {
      return new PublicIdParameters(keys);
    }
  }

  /** Makes springdoc describe ids with their JSON type. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(PropertyCustomizer.class)
  static final class OpenApi {

    @Bean
    IdSchema snowbraidIdSchema(Environment environment) {
      return new IdSchema(areStrings(environment));
    }
  }
}
