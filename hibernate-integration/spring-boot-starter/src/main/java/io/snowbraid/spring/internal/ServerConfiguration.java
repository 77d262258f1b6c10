package io.snowbraid.spring.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.IdServer;
import io.snowbraid.spring.IdServerBuilderCustomizer;
import io.snowbraid.spring.IdServerLifecycle;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Starts an id server inside the application if a property sets its port. It issues the ids of the
 * application's generator and the numbers of its tags. Test slices start no server.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnProperties.ServerPort.class)
@ConditionalOnMissingBean(SnowbraidTestSliceAutoConfiguration.class)
public final class ServerConfiguration {

  @Bean
  @Lazy(false)
  @ConditionalOnMissingBean
  IdServerLifecycle snowbraidServer(
      SnowbraidProperties properties,
      ObjectProvider<Snowflake> ids,
      ObjectProvider<SegmentGenerators> segments,
      ObjectProvider<IdServerBuilderCustomizer> customizers) {
    IdServer.Builder builder =
        IdServer.builder()
            .ids(ids.getIfUnique(ServerConfiguration::rejectIds))
            .segments(segments.getIfAvailable(ServerConfiguration::rejectTags));
    BuilderProperties.set(
        "server.port", properties.server().port(), text -> builder.port(port(text)));
    BuilderProperties.set("server.bind", properties.server().bind(), builder::bind);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return new IdServerLifecycle(builder);
  }

  private static int port(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("port must be between 0 and 65535, but is " + text, e);
    }
  }

  private static Snowflake rejectIds() {
    throw new NotConfiguredException(
        "The property snowbraid.server.port is set, but there is no single Snowflake bean whose ids"
            + " the server could issue.",
        "Add a database, or set snowbraid.directory, and declare no other IdGenerator bean.");
  }

  private static SegmentGenerators rejectTags() {
    throw new NotConfiguredException(
        "The property snowbraid.server.port is set, but there is no store for the server's"
            + " tags.",
        "Add a database or a SegmentSource bean, or set snowbraid.directory.");
  }
}
