package io.snowbraid.server.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slots move from server to server without a fault: calls wait for as long as it takes, which is
 * long on a busy machine, and none fails.
 */
@Tag("slow")
@TestInstance(Lifecycle.PER_CLASS)
class OrderlyMovesTest {

  private Cluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster = new Cluster(directory, "--keyed-wait=30s");
  }

  @AfterAll
  void end() throws Exception {
    cluster.close();
  }

  @Test
  void serverJoinsAndLeaves() throws Exception {
    cluster.sufferWithoutFailure(
        "a fourth server joined and left",
        all -> {
          try (NumberServer fourth = all.add()) {
            fourth.awaitReady();
            fourth.awaitShare(all.servers().size() + 1);
            fourth.end();
          }
        });
  }

  @Test
  void rollingRestartCostsNoCall() throws Exception {
    cluster.sufferWithoutFailure("rolling restart", Cluster::restartEach);
  }
}
