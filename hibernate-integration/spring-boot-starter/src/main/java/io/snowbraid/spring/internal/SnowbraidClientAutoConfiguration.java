package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.client.ServerIds;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Creates an {@link IdGenerator} over Snowbraid servers instead of the application's own generator,
 * if properties name the servers, unless the application has an {@link IdGenerator} bean.
 */
@AutoConfiguration(before = SnowbraidAutoConfiguration.class)
@EnableConfigurationProperties(SnowbraidProperties.class)
@Conditional(OnClientAddresses.class)
@ConditionalOnMissingBean(IdGenerator.class)
public final class SnowbraidClientAutoConfiguration {

  private static final String CLIENT = "io.snowbraid.client.ServerIds";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = CLIENT)
  static final class Available {

    @Bean
    ServerIds snowbraidServerIds(SnowbraidProperties properties, ObjectProvider<SslBundles> ssl) {
      properties.generator(Origin.SUPPLIED, "snowbraid.client.addresses");
      return ClientFactory.create(properties.client(), ssl);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass(CLIENT)
  static final class Missing {

    @Bean
    @Lazy(false)
    InitializingBean snowbraidServerIds() {
      return () -> {
        throw new NotConfiguredException(
            "The property snowbraid.client.addresses is set, but there is no client of servers.",
            "Add io.snowbraid:snowbraid-client to the dependencies.");
      };
    }
  }
}
