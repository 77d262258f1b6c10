package io.snowbraid.server.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers share a PostgreSQL server, used by the cluster clients of Jedis and Lettuce and by
 * {@code redis-cli -c}. After each fault all keys get numbers again, none is given twice, and a
 * call that began after another had ended got a higher number.
 */
@Tag("slow")
@TestInstance(Lifecycle.PER_CLASS)
class ClusterFaultsTest {

  /** Short, so that faults outlast it. */
  private static final Duration LEASE = Duration.ofSeconds(2);

  /** Less than the lease, and more than the lease and the margin. */
  private static final long SHORT = LEASE.toMillis() / 2;

  private static final long LONG = 2 * LEASE.toMillis();

  private Cluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster = new Cluster(directory, LEASE, Duration.ofSeconds(1));
  }

  @AfterAll
  void end() throws Exception {
    cluster.close();
  }

  private static void pause(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
  }

  @Test
  void serverIsKilledAndOthersTakeItsSlots() throws Exception {
    cluster.suffer("server killed, not restarted", all -> all.server().kill());
    cluster.suffer(
        "server started again",
        all -> {
          all.server().start();
          all.awaitReady();
        });
  }

  @Test
  void serverIsPausedPastItsLease() throws Exception {
    cluster.suffer(
        "server paused past its lease",
        all -> {
          all.server().signal("STOP");
          pause(LONG);
          all.server().signal("CONT");
        });
  }

  @Test
  void wallClocksAreStepped() throws Exception {
    for (String offset : List.of("+3600", "-3600", "+0")) {
      cluster.suffer("clock of a server set to " + offset + " s", all -> step(all, offset));
    }
    cluster.suffer(
        "clock of PostgreSQL set to +3600 s, then back",
        all -> {
          all.database().setClock("+3600");
          pause(LONG);
          all.database().setClock("+0");
        });
  }

  private static void step(Cluster all, String offset) throws Exception {
    all.server().setClock(offset);
    pause(LONG); // its process notices after a second
  }

  @Test
  void databaseIsKilledAndRestarted() throws Exception {
    for (long millis : new long[] {SHORT, LONG}) {
      cluster.suffer(
          "PostgreSQL killed for %,d ms".formatted(millis),
          all -> {
            all.database().kill();
            pause(millis);
            all.database().start();
          });
    }
  }

  @Test
  void connectionsOfTheDatabaseHang() throws Exception {
    for (long millis : new long[] {SHORT, LONG}) {
      cluster.suffer(
          "connections of PostgreSQL hung for %,d ms".formatted(millis),
          all -> {
            all.servers().forEach(server -> server.storeLink().hang());
            pause(millis);
            all.servers().forEach(server -> server.storeLink().resume());
          });
    }
  }

  @Test
  void serverReachesTheDatabaseButNotItsClients() throws Exception {
    try (NumberServer linked = cluster.addLinked()) {
      linked.awaitReady();
      cluster.suffer(
          "server that its clients do not reach for %,d ms".formatted(LONG),
          all -> {
            linked.clientLink().hang();
            pause(LONG);
            linked.clientLink().resume();
          });
      linked.end();
      cluster.servers().forEach(server -> server.awaitEndOf(linked));
    }
  }

  @Test
  void serverReachesItsClientsButNotTheDatabase() throws Exception {
    cluster.suffer(
        "server that does not reach PostgreSQL for %,d ms".formatted(2 * LONG),
        all -> {
          all.server().storeLink().hang();
          pause(2 * LONG);
          all.server().storeLink().resume();
        });
  }
}
