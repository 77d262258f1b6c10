package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests when a server inside the application starts. */
class ServerPropertiesTest {

  private static ApplicationContextRunner application(String port) {
    return TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withPropertyValues("snowbraid.server.port=" + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "tcp://10.0.0.7:7878"})
  void textWithoutAPortStartsNoServer(String port) {
    application(port)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Snowflake.class)
                    .doesNotHaveBean(IdServerLifecycle.class));
  }

  @Test
  void otherTextIsRejected() {
    application("x")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("snowbraid.server.port")
                    .hasMessageContaining("port must be between 0 and 65535, but is x"));
  }

  @Test
  void serverNeedsASingleSnowflake() {
    application("0")
        .withBean("one", Snowflake.class, () -> snowflake(1))
        .withBean("other", Snowflake.class, () -> snowflake(2))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("there is no single Snowflake bean"));
  }

  private static Snowflake snowflake(int worker) {
    return Snowflake.builder().worker(WorkerSource.fixed(worker)).build();
  }
}
