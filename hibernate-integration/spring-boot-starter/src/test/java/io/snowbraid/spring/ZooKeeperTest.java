package io.snowbraid.spring;

import static io.snowbraid.spring.TestContexts.snowflake;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests applications that lease their workers from ZooKeeper. */
class ZooKeeperTest {

  private static TestingServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new TestingServer();
    try (CuratorFramework client = client()) {
      client.create().forPath("/chroot");
    }
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  /** Creates an application that has a database, too. */
  private static ApplicationContextRunner application(String... properties) {
    return TestContexts.withDatabase()
        .withConfiguration(AutoConfigurations.of(SnowbraidAutoConfiguration.class))
        .withPropertyValues(properties);
  }

  private static CuratorFramework client() {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(1));
    client.start();
    return client;
  }

  private static List<WorkerInfo> records(String path, String namespace) {
    try (CuratorFramework client = client()) {
      return ZooKeeperWorkerSource.of(client).withPath(path).withNamespace(namespace).workers();
    }
  }

  @Test
  void workerIsLeasedFromTheServersAndReleasedBeforeTheClientIsClosed() {
    application(
            "snowbraid.zookeeper.connect-string=" + server.getConnectString() + "/chroot",
            "snowbraid.namespace=orders",
            "snowbraid.workers=64-127")
        .run(
            context -> {
              assertThat(snowflake(context).workerId()).isEqualTo(64);
              assertThat(context).doesNotHaveBean(CuratorFramework.class);
              assertThat(records("/chroot/snowbraid", "orders"))
                  .extracting(WorkerInfo::state)
                  .doesNotContain(WorkerInfo.State.RELEASED)
                  .hasSize(1);
            });
    assertThat(records("/chroot/snowbraid", "orders"))
        .extracting(WorkerInfo::state)
        .containsExactly(WorkerInfo.State.RELEASED);
  }

  @Test
  void clientOfTheApplicationIsUsed() {
    application("snowbraid.zookeeper.path=/own")
        .withBean(CuratorFramework.class, ZooKeeperTest::client)
        .run(
            context ->
                assertThat(context.getBean(WorkerSource.class).toString())
                    .startsWith("ZooKeeperWorkerSource[path=/own, namespace=default, "));
    assertThat(records("/own", "default"))
        .extracting(WorkerInfo::state)
        .containsExactly(WorkerInfo.State.RELEASED);
  }

  @Test
  void clientAloneChangesNothing() {
    application()
        .withBean(CuratorFramework.class, ZooKeeperTest::client)
        .run(
            context ->
                assertThat(context.getBean(WorkerSource.class).toString())
                    .startsWith("JdbcWorkerSource["));
  }

  @Test
  void missingLibraryIsNamed() {
    application("snowbraid.zookeeper.connect-string=localhost")
        .withClassLoader(new FilteredClassLoader(ZooKeeperWorkerSource.class))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("Add io.snowbraid:snowbraid-zookeeper"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "path=/ids; x=; snowbraid.zookeeper.connect-string",
        "connect-string=; x=; connect-string is empty",
        "connect-string=localhost; snowbraid.table=ids; snowbraid.table",
        "connect-string=localhost; snowbraid.directory=ids; snowbraid.directory",
        "path=ids; snowbraid.zookeeper.connect-string=localhost; path must be that of a node"
      })
  void contradictionsAreRejected(String property, String other, String expected) {
    application("snowbraid.zookeeper." + property, other)
        .run(
            context -> assertThat(context).getFailure().rootCause().hasMessageContaining(expected));
  }
}
