package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.client.ServerIds;
import io.snowbraid.segment.SegmentGenerators;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Tests when an application uses the ids of servers. */
class ClientPropertiesTest {

  private static ApplicationContextRunner application(String... properties) {
    return TestContexts.withDatabase()
        .withConfiguration(
            AutoConfigurations.of(SnowbraidAutoConfiguration.class, SslAutoConfiguration.class))
        .withPropertyValues(properties);
  }

  @ParameterizedTest
  @ValueSource(strings = {"addresses=", "timeout=1s", "user=ids"})
  void missingAddressesAreRejected(String property) {
    application("snowbraid.client." + property)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("snowbraid.client.addresses is empty"));
  }

  @Test
  void emptyVariableIsRejected() {
    application()
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(
                        new SystemEnvironmentPropertySource(
                            "test-systemEnvironment", Map.of("SNOWBRAID_CLIENT_ADDRESSES", ""))))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("snowbraid.client.addresses is empty"));
  }

  @Test
  void indexedAddressesAreUsed() {
    application("snowbraid.client.addresses[0]=one", "snowbraid.client.addresses[1]=other:1")
        .run(
            context ->
                assertThat(context.getBean(ServerIds.class))
                    .hasToString("ServerIds[ids from [one:7878, other:1]]"));
  }

  @Test
  void secretInAnAddressIsNotShown() {
    application("snowbraid.client.addresses=redis://ids:s3cret@host:7878")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("has a scheme, a user or a path")
                    .hasMessageNotContaining("s3cret"));
  }

  @Test
  void propertiesOfTagsMayBeSet() {
    application(
            "snowbraid.client.addresses=localhost",
            "snowbraid.create-table=false",
            "snowbraid.data-source=dataSource")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(DataSource.class)
                    .hasSingleBean(SegmentGenerators.class)
                    .hasSingleBean(ServerIds.class));
  }

  @Test
  void clientOfATagMayExistBesideTheGenerator() {
    application("snowbraid.client.addresses=localhost")
        .withUserConfiguration(Orders.class)
        .run(
            context ->
                assertThat(context.getBean(IdGenerator.class))
                    .hasToString("ServerIds[ids from [localhost:7878]]"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Orders {

    @Bean(defaultCandidate = false)
    @Qualifier("orders")
    ServerIds orders() {
      return ServerIds.builder().addresses("localhost").tag("orders").build();
    }
  }
}
