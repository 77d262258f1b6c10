package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.client.ServerIds;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.server.IdServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;

/** Tests a server inside the application, and an application that uses the ids of servers. */
class ServerTest {

  private static final String PORT = "snowbraid.server.port=0";

  private static ApplicationContextRunner with(ApplicationContextRunner runner) {
    return runner.withConfiguration(
        AutoConfigurations.of(SnowbraidAutoConfiguration.class, SslAutoConfiguration.class));
  }

  private static ApplicationContextRunner application() {
    return with(TestContexts.withDatabase());
  }

  private static String address(ApplicationContext context) {
    InetSocketAddress address = context.getBean(IdServerLifecycle.class).address();
    return "127.0.0.1:" + address.getPort();
  }

  private static ApplicationContextRunner clientOf(String address) {
    return application().withPropertyValues("snowbraid.client.addresses=" + address);
  }

  @Test
  void serverStartsOnlyIfItsPortIsSet() {
    application().run(context -> assertThat(context).doesNotHaveBean(IdServerLifecycle.class));
  }

  @Test
  void serverIssuesIdsAndNumbersOfTheApplication() {
    application()
        .withPropertyValues(PORT)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Snowflake own = context.getBean(Snowflake.class);
              try (ServerIds ids = ServerIds.builder().addresses(address(context)).build();
                  ServerIds orders =
                      ServerIds.builder().addresses(address(context)).tag("orders").build()) {
                long before = own.nextId();
                assertThat(ids.nextId()).isGreaterThan(before);
                assertThat(own.layout().decode(ids.nextId()).worker()).isEqualTo(own.workerId());
                assertThat(orders.nextId()).isEqualTo(1);
              }
            });
  }

  @Test
  void serverStopsBeforeItsGenerator() {
    AtomicReference<IdServerLifecycle> server = new AtomicReference<>();
    AtomicReference<Boolean> wasRunning = new AtomicReference<>();
    application()
        .withPropertyValues(PORT)
        .withBean(DisposableBean.class, () -> () -> wasRunning.set(server.get().isRunning()))
        .run(
            context -> {
              server.set(context.getBean(IdServerLifecycle.class));
              assertThat(server.get().isRunning()).isTrue();
            });
    assertThat(wasRunning).hasValue(false);
  }

  @Test
  void serverStartsAgainWithItsContext() {
    application()
        .withPropertyValues(PORT)
        .run(
            context -> {
              AbstractApplicationContext source =
                  (AbstractApplicationContext) context.getSourceApplicationContext();
              source.stop();
              IdServerLifecycle server = context.getBean(IdServerLifecycle.class);
              assertThat(server.isRunning()).isFalse();
              source.start();
              try (ServerIds ids = ServerIds.builder().addresses(address(context)).build()) {
                assertThat(ids.nextId()).isPositive();
              }
            });
  }

  @Test
  void serverNeedsIdsOfItsOwn() {
    application()
        .withPropertyValues(PORT)
        .withBean(IdGenerator.class, RejectingGenerator::new)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("there is no single Snowflake bean"));
  }

  /** A generator of the application's own. */
  private static final class RejectingGenerator implements IdGenerator {
    @Override
    public long nextId() {
      throw new IdsUnavailableException("none");
    }

    @Override
    public void nextIds(long[] target) {
      throw new IdsUnavailableException("none");
    }
  }

  @Test
  void serverNeedsAStoreOfTags(@TempDir Path directory) {
    ApplicationContextRunner withoutDatabase = with(TestContexts.plain()).withPropertyValues(PORT);
    withoutDatabase
        .withPropertyValues("snowbraid.worker-id=77")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageEndingWith("or set snowbraid.directory."));
    withoutDatabase
        .withPropertyValues("snowbraid.directory=" + directory)
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(IdServerLifecycle.class));
  }

  @Test
  void serverThatCannotListenSaysWhatToChange() {
    application()
        .withPropertyValues(PORT)
        .run(
            first -> {
              String taken = address(first);
              application()
                  .withPropertyValues(
                      "snowbraid.server.port=" + taken.substring(taken.indexOf(':') + 1))
                  .run(
                      second ->
                          assertThat(second)
                              .getFailure()
                              .rootCause()
                              .hasMessageContaining("server cannot listen on " + taken)
                              .hasMessageEndingWith(
                                  "Change snowbraid.server.port or snowbraid.server.bind."));
            });
  }

  @Test
  void addressForEveryoneIsRejected() {
    application()
        .withPropertyValues(PORT, "snowbraid.server.bind=0.0.0.0")
        .run(context -> assertThat(context).hasFailed());
    application()
        .withPropertyValues("snowbraid.server.port=70000")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("snowbraid.server.port"));
  }

  @Test
  void serverIsCustomized() {
    application()
        .withPropertyValues(PORT)
        .withBean(
            IdServerBuilderCustomizer.class, () -> builder -> builder.threads(1).port(1 << 20))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("port must be between 0 and 65535, but is 1048576"));
  }

  @Test
  void missingLibraryIsNamed() {
    application()
        .withPropertyValues(PORT)
        .withClassLoader(new FilteredClassLoader(IdServer.class))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageEndingWith(
                        "Add io.snowbraid:snowbraid-server to the dependencies."));
    clientOf("localhost")
        .withClassLoader(new FilteredClassLoader(ServerIds.class))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageEndingWith(
                        "Add io.snowbraid:snowbraid-client to the dependencies."));
  }

  @Test
  void applicationUsesTheIdsOfAServer() {
    application()
        .withPropertyValues(PORT)
        .run(
            server ->
                clientOf(address(server))
                    .withPropertyValues("snowbraid.client.max-wait=30s")
                    .run(
                        context -> {
                          assertThat(context).hasNotFailed().doesNotHaveBean(Snowflake.class);
                          IdGenerator ids = context.getBean(IdGenerator.class);
                          assertThat(ids).isInstanceOf(ServerIds.class);
                          long before = server.getBean(Snowflake.class).nextId();
                          assertThat(ids.nextId()).isGreaterThan(before);
                        }));
  }

  @Test
  void clientIsClosedWithTheApplication() {
    AtomicReference<ServerIds> used = new AtomicReference<>();
    clientOf("localhost").run(context -> used.set(context.getBean(ServerIds.class)));
    assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> used.get().nextId());
  }

  @Test
  void generatorOfTheApplicationTakesPrecedence() {
    clientOf("localhost")
        .withBean(IdGenerator.class, RejectingGenerator::new)
        .run(context -> assertThat(context).doesNotHaveBean(ServerIds.class));
  }

  @Test
  void propertiesOfAWorkerAreRejected() {
    clientOf("localhost")
        .withPropertyValues("snowbraid.worker-id=5")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining(
                        "snowbraid.worker-id has no effect together with"
                            + " snowbraid.client.addresses"));
  }

  @Test
  void wrongValuesNameTheirProperty() {
    clientOf("localhost:x")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("snowbraid.client.addresses"));
    clientOf("localhost")
        .withPropertyValues("snowbraid.client.ids-per-request=0")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("snowbraid.client.ids-per-request"));
    clientOf("localhost")
        .withPropertyValues("snowbraid.client.user=ids")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageEndingWith("Set snowbraid.client.secret."));
    clientOf("localhost")
        .withPropertyValues("snowbraid.client.ssl-bundle=missing")
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("missing"));
  }
}
