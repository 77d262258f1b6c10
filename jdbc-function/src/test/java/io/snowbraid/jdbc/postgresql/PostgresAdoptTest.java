package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGStatement;

/** Tests what sessions that are open while a database is adopted, or is not, notice. */
class PostgresAdoptTest extends PostgresTestCase {

  private static final String DRAW = "SELECT next_snowflake()";
  private static final String DRAW_MANY = "SELECT id FROM next_snowflakes(1000)";

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
  }

  /** A session that drew ids before, on statements that keep their plans and on others. */
  private static final class Session implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement prepared;
    private final PreparedStatement many;

    Session(Connection connection) throws SQLException {
      this.connection = connection;
      this.prepared = planned(connection, DRAW);
      this.many = planned(connection, DRAW_MANY);
      PostgresServer.run(connection, "SET plan_cache_mode = force_generic_plan");
      draw();
    }

    private static PreparedStatement planned(Connection connection, String sql)
        throws SQLException {
      PreparedStatement statement = connection.prepareStatement(sql);
      statement.unwrap(PGStatement.class).setPrepareThreshold(1);
      return statement;
    }

    List<Long> draw() throws SQLException {
      List<Long> ids = new ArrayList<>();
      for (PreparedStatement statement : List.of(prepared, prepared, many, prepared)) {
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            ids.add(rows.getLong(1));
          }
        }
      }
      ids.addAll(
          PostgresServer.query(
              connection, Long.class, "SELECT next_snowflake() FROM generate_series(1, 2500)"));
      return ids;
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** Returns sessions with and without an open transaction, of each isolation level. */
  private List<Session> sessions() throws SQLException {
    List<Session> sessions = new ArrayList<>();
    for (int level :
        List.of(
            Connection.TRANSACTION_NONE,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE)) {
      Connection connection = database.open();
      if (level != Connection.TRANSACTION_NONE) {
        connection.setTransactionIsolation(level);
        connection.setAutoCommit(false);
      }
      sessions.add(new Session(connection));
    }
    return sessions;
  }

  private static Set<Integer> workers(List<Long> ids) {
    Set<Integer> workers = new HashSet<>();
    ids.forEach(id -> workers.add(Layout.DEFAULT.decode(id).worker()));
    return workers;
  }

  /** The number after that of the original is the one that its lanes run into. */
  @ParameterizedTest
  @ValueSource(ints = {5, 98, 101})
  void openSessionsIssueOnlyIdsOfTheAdoptedWorker(int worker) throws SQLException {
    database.run(
        "SELECT snowbraid_public.adopt(100)",
        "UPDATE snowbraid_worker SET last_ticks = (SELECT last_ticks FROM snowbraid_worker WHERE"
            + " worker = -1) WHERE expires_at = 0"); // as if a minute had passed
    List<Session> sessions = sessions();
    for (int round = 0; round < 3; round++) {
      for (Session session : sessions) {
        assertThat(workers(session.draw())).containsExactly(100);
      }
    }
    database.run("SELECT snowbraid_public.adopt(" + worker + ")");
    Set<Long> ids = new HashSet<>();
    int count = 0;
    for (int round = 0; round < 3; round++) {
      for (Session session : sessions) {
        List<Long> drawn = session.draw();
        assertThat(workers(drawn)).containsExactly(worker);
        ids.addAll(drawn);
        count += drawn.size();
      }
    }
    assertThat(ids).hasSize(count);
    for (Session session : sessions) {
      session.close();
    }
  }

  /** Sessions that draw all the time see no id twice, whatever becomes of the adoption. */
  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "ROLLBACK"})
  void sessionsThatDrawMeanwhileDrawNoIdTwice(String end) throws Exception {
    List<Drawing> drawing = new ArrayList<>();
    for (Session session : sessions()) {
      drawing.add(new Drawing(session));
    }
    ExecutorService threads = Executors.newFixedThreadPool(drawing.size());
    List<Future<List<Long>>> results = drawing.stream().map(threads::submit).toList();
    try (Connection operator = database.open()) {
      for (int attempt = 0; attempt < (end.equals("COMMIT") ? 1 : 10); attempt++) {
        awaitDraws(drawing);
        PostgresServer.run(operator, "BEGIN", "SELECT snowbraid_public.adopt(125)", end);
      }
      awaitDraws(drawing);
    } finally {
      drawing.forEach(Drawing::stop);
      threads.shutdown();
    }
    List<Long> ids = new ArrayList<>();
    for (Future<List<Long>> result : results) {
      ids.addAll(result.get());
    }
    assertThat(new HashSet<>(ids).size()).isEqualTo(ids.size());
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker())
        .isEqualTo(end.equals("COMMIT") ? 125 : 127);
  }

  /** A session that draws until it is stopped. */
  private static final class Drawing implements Callable<List<Long>> {

    private final Session session;
    private final AtomicInteger draws = new AtomicInteger();
    private volatile boolean isStopped;

    Drawing(Session session) {
      this.session = session;
    }

    @Override
    public List<Long> call() throws SQLException {
      List<Long> ids = new ArrayList<>();
      try (session) {
        while (!isStopped) {
          ids.addAll(session.draw());
          draws.incrementAndGet();
        }
      }
      return ids;
    }

    void stop() {
      isStopped = true;
    }
  }

  /** Waits until each session has drawn twice more, so that one draw began after this call. */
  private static void awaitDraws(List<Drawing> drawing) {
    List<Integer> enough = drawing.stream().map(each -> each.draws.get() + 2).toList();
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                IntStream.range(0, enough.size())
                    .allMatch(i -> drawing.get(i).draws.get() >= enough.get(i)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"adopt(125)", "adopt(is_physical_copy => true)"})
  void adoptionThatIsRolledBackCostsNothing(String adopt) throws SQLException {
    List<Session> sessions = sessions();
    Set<Long> ids = new HashSet<>();
    int count = 0;
    for (int round = 0; round < 4; round++) {
      database.run("BEGIN; SELECT snowbraid_public." + adopt + "; ROLLBACK");
      for (Session session : sessions) {
        List<Long> drawn = session.draw();
        assertThat(workers(drawn)).containsExactly(127);
        count += drawn.size();
        ids.addAll(drawn);
      }
    }
    assertThat(ids).hasSize(count);
    assertThat(Layout.DEFAULT.decode(database.nextId()).rollback()).isZero();
    for (Session session : sessions) {
      session.close();
    }
  }

  /** What replaces an original would stop the original itself for a minute. */
  @Test
  void originalIsNotAdoptedByMistake() throws SQLException {
    long before = database.nextId();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run("SELECT snowbraid_public.adopt()"))
        .withMessageContaining(
            "nothing shows that this database is a copy (worker 127 of namespace default)")
        .withMessageContaining("SELECT snowbraid_public.adopt(is_physical_copy => true);")
        .withMessageContaining("SELECT snowbraid_public.adopt(125);");
    assertThat(database.nextId()).isGreaterThan(before);
  }

  /**
   * Statements that began before the adoption draw from the same sequence as those after it, which
   * counts past a full millisecond into the number above.
   */
  @Test
  void numberBelowThePresentOneIsRefused() throws SQLException {
    long before = database.nextId();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run("SELECT snowbraid_public.adopt(126)"))
        .withMessageContaining("worker must not be just below the current worker 127, but is 126")
        .withMessageContaining("Choose another number, such as 125.");
    assertThat(database.nextId()).isGreaterThan(before);
  }

  @Test
  void secondAdoptionSaysThatItWaits() throws SQLException {
    assertThat(database.query(String.class, "SELECT snowbraid_public.adopt(124)").get(0))
        .doesNotContain("its ids begin at");
    assertThat(database.query(String.class, "SELECT snowbraid_public.adopt(125)").get(0))
        .contains("; its ids begin at 20")
        .contains(
            ", because another process may have issued ids of this worker until then; generators");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(database::nextId)
        .withMessageContaining("calls succeed again in ");
  }

  /** Each statement that a message tells to run can be copied from it. */
  @Test
  void hintsWorkAsTheyArePrinted() throws SQLException {
    database.run("UPDATE snowbraid_public.node SET system = 0");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(database::nextId)
        .satisfies(
            e -> {
              List<String> statements =
                  Pattern.compile("SELECT [^;]+;")
                      .matcher(e.getMessage())
                      .results()
                      .map(MatchResult::group)
                      .toList();
              assertThat(statements).hasSize(2);
              for (String statement : statements) {
                database.run("BEGIN; " + statement + " ROLLBACK");
              }
              database.run(statements.get(0));
            });
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(125);
  }

  /** As after a dump without data. */
  @Test
  void functionsWithoutAWorkerSaySo() throws SQLException {
    database.run("DELETE FROM snowbraid_public.node");
    for (String sql : List.of(DRAW, DRAW_MANY, "SELECT snowbraid_public.adopt(3)")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> database.run(sql))
          .withMessageContaining(
              "functions have no worker: table snowbraid_public.node is empty, as after a dump"
                  + " without data");
    }
    database.run(PostgresInstaller.script(FunctionTarget.DEFAULT));
    assertThat(Layout.DEFAULT.decode(database.nextId()).worker()).isEqualTo(126);
    database.install(FunctionOptions.DEFAULT);
  }

  /**
   * The second one takes the first one's worker for the old one; the lane is ahead of the clock.
   */
  @Test
  void twoThatAreRolledBackRepeatNothing() throws SQLException {
    database.nextId();
    for (int i = 0; i < 2; i++) {
      database.query(Long.class, "SELECT max(id) FROM next_snowflakes(1000000)");
    }
    String draw = "SELECT next_snowflake() FROM generate_series(1, 2500)";
    List<Long> ids = database.query(Long.class, draw);
    try (Connection operator = database.open()) {
      PostgresServer.run(
          operator,
          "BEGIN",
          "SELECT snowbraid_public.adopt(125)",
          "SELECT snowbraid_public.adopt(126)",
          "ROLLBACK");
    }
    ids.addAll(database.query(Long.class, draw));
    assertThat(ids).doesNotHaveDuplicates();
  }

  /** What an earlier call said about the original holds, also if the worker is reserved again. */
  @Test
  void reservingAgainKeepsTheWait() throws SQLException {
    database.query(String.class, "SELECT snowbraid_public.adopt(is_physical_copy => true)");
    database.run("TRUNCATE snowbraid_worker");
    assertThat(database.query(String.class, "SELECT snowbraid_public.adopt(127)").get(0))
        .contains("its ids begin at ");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(database::nextId)
        .withMessageContaining("calls succeed again");
  }
}
