package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.zookeeper.ZooKeeperWorkerSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the commands on workers in ZooKeeper. */
class ZooKeeperCommandTest extends CommandLineFixture {

  private static TestingServer server;
  private static CuratorFramework client;

  @BeforeAll
  static void start() throws Exception {
    server = new TestingServer();
    client = CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(1_000));
    client.start();
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    server.close();
  }

  private static String url() {
    return "zookeeper:" + server.getConnectString();
  }

  @Test
  void showsChecksAndReleasesWorkers() {
    try (Snowflake ids =
        Snowflake.builder().worker(ZooKeeperWorkerSource.of(client)).owner("pod-7").build()) {
      assertThat(run("workers", "--url", url(), "--json")).isZero();
      assertThat(json().get(0).get("owner").asString()).isEqualTo("pod-7");
      assertThat(json().get(0).get("state").asString()).isEqualTo("held");
      assertThat(run("doctor", "--url", url())).isZero();
      assertThat(printed())
          .containsPattern("clock +ok +differs from the store clock by -?\\d{1,4} ms")
          .containsPattern(
              "clock of 0 +ok +pod-7: differs from the store clock by about -?\\d{1,4} ms")
          .contains("1 of 128 are held");
      assertThat(run("release", "--url", url(), "--worker", "0")).isZero();
      assertThat(printed()).startsWith("worker 0 is released: its owner pod-7 last wrote at ");
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  void emptyNamespaceIsReported() {
    assertThat(run("workers", "--url", url(), "--namespace", "none")).isZero();
    assertThat(printed())
        .startsWith("no worker was ever leased in path=/snowbraid, namespace=none");
    assertThat(run("doctor", "--url", url(), "--namespace", "none")).isZero();
    assertThat(printed())
        .containsPattern("namespace +warning +is missing \\(path=/snowbraid, namespace=none\\), ");
  }

  @Test
  void deletedNodesAreNamedAndTheOthersAreShown() throws Exception {
    ZooKeeperWorkerSource source = ZooKeeperWorkerSource.of(client).withNamespace("damaged");
    try (Snowflake gone = Snowflake.builder().worker(source).owner("pod-1").build();
        Snowflake ids = Snowflake.builder().worker(source).owner("pod-2").build()) {
      client.delete().forPath("/snowbraid/damaged/" + gone.workerId());
      assertThat(run("workers", "--url", url(), "--namespace", "damaged")).isEqualTo(1);
      assertThat(out.toString()).contains("pod-2");
      assertThat(err.toString())
          .startsWith(
              "nodes of namespace /snowbraid/damaged were deleted (nodes deleted=1, workers without"
                  + " a node=0, 2 and above); stop all generators");
      assertThat(run("doctor", "--url", url(), "--namespace", "damaged")).isEqualTo(1);
      assertThat(printed())
          .containsPattern("nodes +WRONG +nodes of namespace /snowbraid/damaged were deleted");
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  void missingChrootIsNamed() {
    assertThat(run("workers", "--url", url() + "/none")).isEqualTo(1);
    assertThat(err.toString()).startsWith("node at the end of the connect string ");
  }

  @Test
  void nodesOfOthersAreLeftAlone() throws Exception {
    client.create().creatingParentsIfNeeded().forPath("/kafka/brokers");
    assertThat(run("workers", "--url", url(), "--path", "/", "--namespace", "kafka")).isEqualTo(1);
    assertThat(err.toString()).startsWith("worker record is damaged (");
    assertThat(client.getChildren().forPath("/kafka")).containsExactly("brokers");
  }

  @Test
  void checksOfDatabasesAreRejected() {
    assertThat(run("doctor", "--url", url(), "--ids", "orders.id")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("--ids, --copy and --try need a database, but the url is ");
  }

  @Test
  void unreachableServersAreNamed() {
    assertThat(run("workers", "--url", "zookeeper:localhost:1")).isEqualTo(1);
    assertThat(err.toString()).startsWith("ZooKeeper cannot be reached at localhost:1; ");
  }
}
