package io.snowbraid.server.cluster;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Servers with their default settings end without the usual transfer of their slots. */
@Tag("slow")
@TestInstance(Lifecycle.PER_CLASS)
class HardEndsTest {

  /** For every few kilobytes; a transaction takes seconds then. */
  private static final int SLOW_MILLIS = 500;

  private Cluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster = new Cluster(directory);
  }

  @AfterAll
  void end() throws Exception {
    cluster.close();
  }

  @Test
  void serverEndsThoughItsStoreIsSlow() throws Exception {
    cluster.suffer(
        "server ended with a slow store",
        all -> {
          all.server().storeLink().delay(SLOW_MILLIS);
          endAndReturn(all);
        });
  }

  @Test
  void serverEndsThoughNoneReachesTheStore() throws Exception {
    cluster.suffer(
        "server ended while none had a store",
        all -> {
          all.servers().forEach(server -> server.storeLink().hang());
          endAndReturn(all);
        });
  }

  @Test
  void othersTakeTheSlotsOfAServerThatWasKilled() throws Exception {
    cluster.suffer(
        "server killed until others had its slots",
        all -> {
          all.server().kill();
          List<NumberServer> others = all.servers().subList(1, all.servers().size());
          others.forEach(other -> other.awaitShare(others.size()));
          all.server().start();
          all.awaitReady();
        });
  }

  private static void endAndReturn(Cluster all) throws Exception {
    all.server().end();
    all.servers().forEach(server -> server.storeLink().resume());
    all.server().start();
    all.awaitReady();
  }
}
