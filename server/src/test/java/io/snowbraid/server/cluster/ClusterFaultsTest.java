package io.snowbraid.server.cluster;

import io.snowbraid.keyed.KeyedSettings;
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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers share a PostgreSQL server, used by the cluster clients of Jedis, Lettuce and
 * redis-py. After each fault all keys get numbers again, none is given twice, and a call that began
 * after another had ended got a higher number.
 */
@Tag("slow")
@TestInstance(Lifecycle.PER_CLASS)
class ClusterFaultsTest {

  /** Short, so that faults outlast it. */
  private static final Duration LEASE =
      Cluster.IS_LONG ? KeyedSettings.DEFAULT.lease() : Duration.ofSeconds(2);

  /** Less than the lease, and more than the lease and the margin. */
  private static final long SHORT = LEASE.toMillis() / 2;

  /** About when others take the slots. */
  private static final long TAKEOVER = LEASE.toMillis() * 11 / 10;

  private static final long LONG = 2 * LEASE.toMillis();

  /** For every few kilobytes; a transaction takes seconds then. */
  private static final int DELAY = 500;

  private Cluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster = new Cluster(directory, "--keyed-lease=" + LEASE.toSeconds() + "s");
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
    for (long millis : new long[] {SHORT, LONG}) {
      cluster.suffer(
          "server killed, restarted after %,d ms".formatted(millis),
          all -> {
            all.server().kill();
            pause(millis);
            all.server().start();
            all.awaitReady();
          });
    }
  }

  @Test
  void serverIsPausedPastItsLease() throws Exception {
    for (long millis : new long[] {TAKEOVER, LONG}) {
      cluster.suffer(
          "server paused for %,d ms".formatted(millis),
          all -> {
            all.server().signal("STOP");
            pause(millis);
            all.server().signal("CONT");
          });
    }
  }

  @Test
  void wallClocksAreStepped() throws Exception {
    cluster.suffer(
        "clock of a server set to +3600 s, -3600 s, then back",
        all -> {
          for (String offset : List.of("+3600", "-3600", "+0")) {
            all.server().setClock(offset);
            pause(LONG); // its process notices after a second
          }
        });
    cluster.suffer(
        "clock of PostgreSQL set to +3600 s, then back",
        all -> {
          all.database().setClock("+3600");
          pause(LONG);
          all.database().setClock("+0");
        });
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
  void connectionsOfTheDatabaseAreSlow() throws Exception {
    cluster.suffer(
        "connections of PostgreSQL delayed by %,d ms for %,d ms".formatted(DELAY, LONG),
        all -> {
          all.servers().forEach(server -> server.storeLink().delay(DELAY));
          pause(LONG);
          all.servers().forEach(server -> server.storeLink().resume());
        });
  }

  @Test
  @EnabledIfSystemProperty(named = "calls", matches = ".+") // otherwise OrderlyMovesTest does
  void serversAreRestartedOneAfterTheOther() throws Exception {
    cluster.suffer("rolling restart", Cluster::restartEach);
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
