package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

/** The snippet of the README compiles and runs: it stands here, too. */
class ReadmeTest {

  private static final Pattern SNIPPET =
      Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

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
    Matcher snippet = SNIPPET.matcher(Files.readString(Path.of("README.md")));
    assertThat(snippet.find()).isTrue();
    Path source = Path.of("src/test/java/io/snowbraid/zookeeper/ReadmeTest.java");
    String code = withoutSpaces(Files.readString(source)).replace("issued=id;", "");
    assertThat(code).contains(withoutSpaces(snippet.group(1)));
  }

  private static String withoutSpaces(String text) {
    return text.replaceAll("\\s", "");
  }
}
