package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.testing.Snippet;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

/** The snippet of the README runs: it stands here, too. */
class ReadmeTest {

  @Test
  void snippetIssuesAnId() throws Exception {
    try (TestingServer server = new TestingServer()) {
      assertThat(id(server.getConnectString())).isPositive();
    }
  }

  private static long id(String servers) {
    long issued;
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(servers)
            .sessionTimeoutMs(15_000)
            .retryPolicy(new ExponentialBackoffRetry(100, 3))
            .build();
    client.start();
    WorkerSource workers = ZooKeeperWorkerSource.of(client);
    try (Snowflake ids = Snowflake.builder().worker(workers).build()) {
      long id = ids.nextId();
      issued = id;
    }
    client.close();
    return issued;
  }

  @Test
  void snippetIsWhatRuns() throws IOException {
    Snippet snippet = Snippet.of(Path.of("README.md"), "java").get(0);
    Path source = Path.of("src/test/java/io/snowbraid/zookeeper/ReadmeTest.java");
    String code = withoutSpaces(Files.readString(source)).replace("issued=id;", "");
    assertThat(code).contains(withoutSpaces(snippet.code()));
  }

  private static String withoutSpaces(String text) {
    return text.replaceAll("\\s", "");
  }
}
