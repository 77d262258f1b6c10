package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.job.PastIds;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.LaneClaim;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests copies of a database, and how they become databases of their own. */
@Tag("slow")
class PostgresCopyTest extends PostgresTestCase {

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
  }

  private IdParts next() throws SQLException {
    return Layout.DEFAULT.decode(database.nextId());
  }

  @Test
  void copyOfTheDatabaseIssuesNothingUntilItIsTheHeir() throws SQLException {
    long id = database.nextId();
    String name = database.name() + "_copy";
    server.new Database("postgres").run("CREATE DATABASE " + name + " TEMPLATE " + database.name());
    PostgresServer.Database copy = server.new Database(name);
    for (String sql : List.of("SELECT next_snowflake()", "SELECT id FROM next_snowflakes(300)")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> copy.query(Long.class, sql))
          .withMessageContaining("a copy of a database cannot issue ids of the original")
          .withMessageContaining("SELECT snowbraid_public.adopt()");
    }
    assertThat(copy.query(Integer.class, "SELECT snowflake_worker(" + id + ")"))
        .containsExactly(127);
    assertThat(copy.query(String.class, "SELECT snowbraid_public.adopt(7)").get(0))
        .startsWith("worker 7 of namespace default: no other process or database may use it");
    assertThat(Layout.DEFAULT.decode(copy.nextId()).worker()).isEqualTo(7);
    assertThat(database.nextId()).isGreaterThan(id);
    copy.install(FunctionOptions.DEFAULT);
    assertThat(Layout.DEFAULT.decode(copy.nextId()).worker()).isEqualTo(7);
  }

  /** Ids of databases for tests need not differ, so all can have the same number. */
  @Test
  void eachTestDatabaseOfATemplateNeedsOneStatement() throws SQLException {
    database.run("CREATE TABLE t (id bigint DEFAULT next_snowflake() PRIMARY KEY, n integer)");
    for (String name : List.of(database.name() + "_test_1", database.name() + "_test_2")) {
      server.new Database("postgres")
          .run("CREATE DATABASE " + name + " TEMPLATE " + database.name());
      PostgresServer.Database test = server.new Database(name);
      test.run("SELECT snowbraid_public.adopt(1)");
      test.run("INSERT INTO t (n) SELECT generate_series(1, 1000)");
      assertThat(test.query(Integer.class, "SELECT DISTINCT snowflake_worker(id) FROM t"))
          .containsExactly(1);
      test.install(FunctionOptions.DEFAULT);
    }
  }

  /**
   * The original may have issued until a moment ago: the copy's lanes are past those of the
   * original, wherever these were.
   */
  @Test
  void heirWithoutANumberGoesOnAfterAllThatWasIssued() throws SQLException {
    database.query(Long.class, "SELECT max(id) FROM next_snowflakes(1000000)");
    database.run("UPDATE snowbraid_public.node SET system = 0");
    String moving = new PostgresClock(database).stop();
    assertThat(database.query(String.class, "SELECT snowbraid_public.adopt()").get(0))
        .startsWith("worker 127 of namespace default: ids continue at ")
        .contains("This clock must not be behind that of the original");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageMatching(
            "(?s).*all four rollback numbers are ahead.* calls succeed again in 60984 ms, at .*");
    database.run(moving);
    long before = Instant.now().toEpochMilli() + 60_000 + 1_000;
    new PostgresClock(database).step(62_000);
    assertThat(next().time().toEpochMilli() + 62_000).isGreaterThan(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127|worker must not be that of the original, but is 127",
        "128|worker must be between 0 and 127, but is 128",
        "-1|worker must be between 0 and 127, but is -1",
        "3|worker 3 of namespace default is held",
      })
  void numberThatIsNotFreeIsRejected(int worker, String message) throws SQLException {
    database.run(
        "INSERT INTO snowbraid_worker SELECT namespace, 3, layout, 'x', 'x', 1, last_ticks, 1,"
            + " seen_at FROM snowbraid_worker WHERE worker = 127");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run("SELECT snowbraid_public.adopt(" + worker + ")"))
        .withMessageContaining(message);
  }

  /** A worker was leased after the backup, so the restored table does not contain the lease. */
  @ParameterizedTest
  @ValueSource(strings = {"adopt(is_physical_copy => true)", "adopt(7)"})
  void forgottenHolderOfAWorkerCannotCollide(String adopt) throws SQLException {
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource());
    try (Snowflake forgotten = Snowflake.builder().worker(source).build()) {
      long last = forgotten.nextId();
      database.run("DELETE FROM snowbraid_worker WHERE worker = " + forgotten.workerId());
      database.run("SELECT snowbraid_public." + adopt);
      String ticks =
          database
              .query(
                  String.class,
                  "SELECT last_ticks FROM snowbraid_worker WHERE worker = " + forgotten.workerId())
              .get(0);
      long horizon = Layout.DEFAULT.decode(last).time().plusSeconds(60).toEpochMilli();
      long epoch = Layout.DEFAULT.epoch().toEpochMilli();
      assertThat(ticks.split(" "))
          .hasSize(16)
          .allMatch(tick -> Long.parseLong(tick) + epoch > horizon);
      assertThat(
              database.query(
                  Long.class,
                  "SELECT fence FROM snowbraid_worker WHERE worker = " + forgotten.workerId()))
          .allMatch(fence -> fence >= 1_000_000);
    }
  }

  /** The original may claim the lanes, and the ticks, that were left when the copy was made. */
  @ParameterizedTest
  @ValueSource(strings = {"adopt(is_physical_copy => true)", "adopt(7)"})
  void adoptedCopyClaimsNoLane(String adopt) throws SQLException {
    JdbcWorkerSource source = JdbcWorkerSource.of(database.dataSource());
    assertThat(PastIds.open(source).workerId()).isEqualTo(126);
    IdBlock block = IdBlocks.open(source).claim("before", 9);
    database.run("SELECT snowbraid_public." + adopt);
    assertThat(source.workers().get(126).lastTicks()).hasSize(16).containsOnly(LaneClaim.ALL_TICKS);
    assertThat(IdBlocks.open(source).claim("before", 9)).hasToString(block.toString());
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> IdBlocks.open(source).claim("after", 9));
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> PastIds.open(source))
        .withMessageContaining("no unused worker is left");
  }

  /** As in another cluster, or after a dump was restored. */
  @ParameterizedTest
  @ValueSource(strings = {"system", "database", "relation"})
  void eachMarkOfHomeCounts(String column) throws SQLException {
    database.run(
        "UPDATE snowbraid_public.node SET "
            + column
            + " = ("
            + column
            + "::bigint + 1)::"
            + (column.equals("system") ? "bigint" : "oid"));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::next)
        .withMessageContaining("(worker 127 of namespace default)");
  }
}
