package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.ManagedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * Sessions draw ids from PostgreSQL's functions, and cancel some, while its clock is moved and the
 * server is killed; at last its replica is promoted, and both continue. All ids are compared.
 */
@Tag("end-to-end")
class FunctionsEndToEndTest {

  private static final int SESSIONS = 12;
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("seconds", 120));

  /** A hundredth of what a fast machine issues: a run that hardly issues anything shows nothing. */
  private static final int MIN_IDS = Math.toIntExact(TIME.toSeconds() * 8_000);

  private static final int PORT = 25_433;

  private static final String TEN_THOUSAND =
      "SELECT next_snowflake() FROM generate_series(1, 10000)";

  /** Each is lower than the previous one: as many steps back as there are rollback numbers for. */
  private static final List<String> CLOCKS = List.of("+0", "-0.4", "-20", "-3600");

  @TempDir private Path directory;

  private final Random random = new Random(Long.getLong("seed", System.nanoTime()));
  private final List<IdSession> sessions = new ArrayList<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @Test
  void idsOfAllSessionsDiffer() throws Exception {
    try (ManagedServer primary = ManagedServer.create(directory.resolve("primary"), PORT)) {
      prepare(primary);
      try (ManagedServer replica = primary.replicate(directory.resolve("replica"), PORT + 1)) {
        start(primary);
        long end = System.nanoTime() + TIME.toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
          fault(primary, i);
          TimeUnit.MILLISECONDS.sleep(2_000 + random.nextInt(1_000));
        }
        promote(replica);
        start(replica);
        TimeUnit.SECONDS.sleep(10);
        stopAll();
      }
    }
    report();
  }

  /** Nothing is committed between the crashes, so nothing of the lanes is on disk by chance. */
  @Test
  void quickCrashesRepeatNothing() throws Exception {
    Findings findings = new Findings();
    try (ManagedServer primary = ManagedServer.create(directory.resolve("primary"), PORT)) {
      prepare(primary);
      for (int crash = 0; crash < 4; crash++) {
        try (Connection open = primary.dataSource().getConnection()) {
          open.setAutoCommit(false);
          draw(open, "SELECT next_snowflake() FROM generate_series(1, 1000)", findings);
          draw(open, "SELECT id FROM next_snowflakes(200000)", findings);
          primary.kill();
        }
        primary.start();
      }
    }
    assertThat(findings.count()).isEqualTo(4 * 201_000);
    assertThat(findings.duplicates()).isZero();
  }

  /**
   * A session of the copy has drawn an id of the original's worker, and continues without a pause.
   */
  @Test
  void adoptedCopyRepeatsNothing() throws Exception {
    Findings findings = new Findings();
    try (ManagedServer original = ManagedServer.create(directory.resolve("original"), PORT)) {
      prepare(original);
      try (ManagedServer copy = original.duplicate(directory.resolve("copy"), PORT + 1);
          Connection open = copy.dataSource().getConnection();
          PreparedStatement prepared = open.prepareStatement(TEN_THOUSAND)) {
        open.unwrap(PGConnection.class).setPrepareThreshold(1);
        draw(prepared, new Findings()); // before anybody says that this is a copy
        draw(prepared, new Findings());
        try (Connection operator = copy.dataSource().getConnection();
            Statement adopt = operator.createStatement()) {
          adopt.execute("SELECT snowbraid_public.adopt(125)");
        }
        for (int round = 0; round < 20; round++) {
          draw(prepared, findings);
          try (Connection other = original.dataSource().getConnection()) {
            draw(other, TEN_THOUSAND, findings);
          }
        }
      }
    }
    assertThat(findings.count()).isEqualTo(40 * 10_000);
    assertThat(findings.duplicates()).isZero();
  }

  private static void draw(PreparedStatement prepared, Findings findings) throws SQLException {
    try (ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        findings.add(rows.getLong(1));
      }
    }
  }

  private static void draw(Connection connection, String sql, Findings findings)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        findings.add(rows.getLong(1));
      }
    }
  }

  private void prepare(ManagedServer primary) throws SQLException {
    SnowflakeFunctions.install(primary.dataSource(), FunctionOptions.DEFAULT);
    try (Connection connection = primary.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE rows (id bigint DEFAULT next_snowflake() PRIMARY KEY, n integer)");
    }
  }

  private void start(ManagedServer server) {
    for (int i = 0; i < SESSIONS; i++) {
      IdSession session = new IdSession(server.dataSource(), random.nextLong());
      sessions.add(session);
      threads.execute(session);
    }
  }

  private void fault(ManagedServer primary, int number) throws Exception {
    if (number % 8 == 7) {
      primary.kill();
      primary.setClock("+0"); // so that the lane that the crash uses up is available
      primary.start();
      happened("server killed");
    } else {
      String clock = CLOCKS.get(random.nextInt(CLOCKS.size()));
      primary.setClock(clock);
      happened("clock set to " + clock + " s");
    }
  }

  private void promote(ManagedServer replica) throws SQLException, IOException {
    try (Connection connection = replica.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_promote()");
    }
    happened("replica promoted");
  }

  private void happened(String fault) {
    faults.merge(fault, 1, Integer::sum);
  }

  private void stopAll() throws InterruptedException {
    sessions.forEach(IdSession::stop);
    threads.shutdown();
    assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
  }

  private void report() {
    Findings findings = new Findings();
    Map<String, Integer> failures = new TreeMap<>();
    for (IdSession session : sessions) {
      session.addTo(findings);
      session.failures().forEach((code, times) -> failures.merge(code, times, Integer::sum));
    }
    int duplicates = findings.duplicates();
    System.out.printf("%n%,d ids, %,d duplicates%n", findings.count(), duplicates);
    System.out.println("faults: " + faults + ", failed transactions by cause: " + failures);
    assertThat(duplicates).isZero();
    assertThat(findings.count()).isGreaterThan(MIN_IDS);
  }
}
