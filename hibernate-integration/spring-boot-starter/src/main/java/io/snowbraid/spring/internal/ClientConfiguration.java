package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.client.ServerIds;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.spring.internal.SnowbraidProperties.Client;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Creates an {@link IdGenerator} that gets ids from Snowbraid servers instead of the application's
 * own generator, if properties name the servers and there is no {@link IdGenerator} bean. Test
 * slices use no servers.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnProperties.Client.class)
@ConditionalOnMissingBean({IdGenerator.class, SnowbraidTestSliceAutoConfiguration.class})
public final class ClientConfiguration {

  @Bean
  ServerIds snowbraidServerIds(SnowbraidProperties properties, ObjectProvider<SslBundles> ssl) {
    properties.generator(Origin.SUPPLIED, "snowbraid.client.addresses");
    return create(properties.client(), ssl);
  }

  private static ServerIds create(Client properties, ObjectProvider<SslBundles> ssl) {
    ServerIds.Builder builder = ServerIds.builder();
    set(
        "addresses",
        addresses(properties),
        given -> builder.addresses(given.toArray(String[]::new)));
    signIn(properties, builder);
    set(
        "ssl-bundle",
        properties.sslBundle(),
        name -> builder.tls(ssl.getObject().getBundle(name).createSslContext()));
    set("ids-per-request", properties.idsPerRequest(), builder::idsPerRequest);
    set("timeout", properties.timeout(), builder::timeout);
    set("max-wait", properties.maxWait(), builder::maxWait);
    set("max-age", properties.maxAge(), builder::maxAge);
    set("order-wait", properties.orderWait(), builder::orderWait);
    return builder.build();
  }

  private static List<String> addresses(Client properties) {
    List<String> addresses = Objects.requireNonNullElse(properties.addresses(), List.of());
    if (addresses.isEmpty()) {
      throw new NotConfiguredException(
          "The property snowbraid.client.addresses is empty, but other snowbraid.client properties"
              + " are set.",
          "Set it to the servers' addresses, or remove all snowbraid.client properties.");
    }
    if (addresses.stream().anyMatch(each -> each.contains("@") || each.contains("/"))) {
      throw new NotConfiguredException( // without the address, which may contain a secret
          "The property snowbraid.client.addresses must contain host:port entries, but has a"
              + " scheme, a user or a path.",
          "Remove them; a user goes into snowbraid.client.user and snowbraid.client.secret.");
    }
    return addresses;
  }

  private static void signIn(Client properties, ServerIds.Builder builder) {
    String user = properties.user();
    String secret = properties.secret();
    if (user != null && secret == null) {
      throw new NotConfiguredException(
          "The property snowbraid.client.user is set without a secret.",
          "Set snowbraid.client.secret.");
    }
    if (user != null && secret != null) {
      builder.credentials(user, secret);
    } else if (secret != null) {
      builder.secret(secret);
    }
  }

  private static <T> void set(String name, @Nullable T value, Consumer<T> setter) {
    BuilderProperties.set("client." + name, value, setter);
  }
}
