package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Tests the functions on each database whose ids come from a generator of this process. */
public abstract class SqlFunctionsSuite extends SqlDatabaseFixture {

  private static final int ROWS = 10_000;

  @Test
  void eachRowHasItsOwnId() throws SQLException {
    assertIds(ids("SELECT NEXT_SNOWFLAKE() FROM " + rows(ROWS)), ROWS);
  }

  @Test
  void eachCallInARowHasItsOwnId() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT NEXT_SNOWFLAKE(), NEXT_SNOWFLAKE()" + fromOneRow())) {
      assertThat(row.next()).isTrue();
      assertThat(row.getLong(1)).isNotEqualTo(row.getLong(2));
    }
  }

  @Test
  void eachExecutionOfAPreparedStatementHasItsOwnId() throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT NEXT_SNOWFLAKE()" + fromOneRow())) {
      for (int i = 0; i < 5; i++) {
        try (ResultSet row = statement.executeQuery()) {
          ids.addAll(ids(row));
        }
      }
    }
    assertIds(ids, 5);
  }

  @Test
  void arrayHasIncreasingIdsAndWastesNone() throws SQLException {
    long before = generator.nextId();
    assertThat(ids(batch("3"))).containsExactly(before + 1, before + 2, before + 3);
    assertThat(ids(batch("0"))).isEmpty();
    assertThat(generator.nextId()).isEqualTo(before + 4);
    assertIds(ids(batch("100000")), 100_000);
  }

  @Test
  void bulkRejectsImpossibleNumbers() {
    assertRejected(batch("-1"), "number of ids must be in [0, 1000000]: n=-1");
    assertRejected(batch("1000001"), "number of ids must be in [0, 1000000]: n=1000001");
    assertThatThrownBy(() -> ids(batch("5000000000"))).isInstanceOf(SQLException.class);
    assertRejected(batch("CAST(NULL AS INTEGER)"), rejectionOfNull());
  }

  protected String rejectionOfNull() {
    return "number of ids must be in [0, 1000000]: n=null";
  }

  @Test
  void insertSelectGivesEachRowAnId() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY, N INTEGER)");
    run("INSERT INTO T (ID, N) SELECT NEXT_SNOWFLAKE(), X FROM " + rows(ROWS));
    assertIds(ids("SELECT ID FROM T"), ROWS);
  }

  @Test
  void batchOfInsertsGivesEachRowAnId() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY, N INTEGER)");
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO T (ID, N) VALUES (NEXT_SNOWFLAKE(), ?)")) {
      for (int i = 0; i < 100; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertIds(ids("SELECT ID FROM T"), 100);
  }

  @Test
  void mergeGivesANewRowAnIdAndKeepsAnOldOne() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY, N INTEGER NOT NULL UNIQUE)");
    run(merge());
    List<Long> first = ids("SELECT ID FROM T");
    assertIds(first, 1);
    run(merge());
    assertThat(ids("SELECT ID FROM T")).isEqualTo(first);
  }

  @Test
  void viewGivesNewIdsAtEachRead() throws SQLException {
    run("CREATE VIEW V AS SELECT NEXT_SNOWFLAKE() AS ID" + fromOneRow());
    List<Long> ids = ids("SELECT ID FROM V");
    ids.addAll(ids("SELECT ID FROM V"));
    assertIds(ids, 2);
  }

  @Test
  void decodersAgreeWithTheGoldenIds() throws SQLException, IOException {
    String sql =
        "SELECT SNOWFLAKE_TIME(%1$d), SNOWFLAKE_ROLLBACK(%1$d), SNOWFLAKE_TIMELINE(%1$d),"
            + " SNOWFLAKE_WORKER(%1$d), SNOWFLAKE_SEQUENCE(%1$d)";
    List<IdParts> parts = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (Golden golden : GoldenIds.all()) {
        try (ResultSet row = statement.executeQuery(sql.formatted(golden.id()) + fromOneRow())) {
          assertThat(row.next()).isTrue();
          parts.add(
              new IdParts(
                  time(row, 1), row.getInt(2), row.getInt(3), row.getInt(4), row.getInt(5), 0));
        }
      }
    }
    assertThat(parts).isEqualTo(GoldenIds.all().stream().map(Golden::parts).toList());
  }

  @Test
  void decodersOfNullAreNull() throws SQLException {
    for (String part : List.of("TIME", "ROLLBACK", "TIMELINE", "WORKER", "SEQUENCE")) {
      try (Connection connection = database.getConnection();
          Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT SNOWFLAKE_" + part + "(CAST(NULL AS BIGINT))" + fromOneRow())) {
        assertThat(row.next()).isTrue();
        assertThat(row.getObject(1)).as(part).isNull();
      }
    }
  }

  @Test
  void numberThatIsNoIdIsRejected() {
    for (String part : List.of("TIME", "ROLLBACK", "TIMELINE", "WORKER", "SEQUENCE")) {
      assertRejected(
          "SELECT SNOWFLAKE_" + part + "(-1)" + fromOneRow(),
          "id must be in [0, 9223372036854775807]: id=-1");
    }
  }

  @Test
  void withoutAnOpenGeneratorNothingIsIssued() {
    generator.close();
    assertRejected(
        "SELECT NEXT_SNOWFLAKE()" + fromOneRow(),
        "no generator is configured for NEXT_SNOWFLAKE()");
    assertRejected(batch("1"), "no generator is configured for NEXT_SNOWFLAKE()");
  }

  @Test
  void withoutAnyGeneratorNothingIsIssued() throws SQLException {
    DataSource empty = create(newName());
    try (Connection open = empty.getConnection()) {
      DataSource equipped = equip(empty);
      for (String sql : List.of("SELECT NEXT_SNOWFLAKE()" + fromOneRow(), batch("1"))) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> ids(equipped, sql))
            .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE()");
      }
      assertThat(open.isClosed()).isFalse();
    }
  }

  @Test
  void transactionOfTheCallerGoesOn() throws SQLException {
    run("CREATE TABLE N (N INTEGER)");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO N VALUES (1)");
      SnowflakeFunctions.installWithoutGenerator(connection, FunctionOptions.DEFAULT);
      SnowflakeFunctions.install(connection, generator);
      equip(database, generator);
      connection.rollback();
    }
    assertThat(ids("SELECT N FROM N")).isEmpty();
  }

  @Test
  void installingAgainChangesNothing() throws SQLException {
    assertIds(ids(equip(database, generator), "SELECT NEXT_SNOWFLAKE()" + fromOneRow()), 1);
    SnowflakeFunctions.installWithoutGenerator(database, FunctionOptions.DEFAULT);
    try (Connection connection = database.getConnection()) {
      SnowflakeFunctions.install(connection, generator);
      connection.setAutoCommit(false);
      SnowflakeFunctions.installWithoutGenerator(connection, FunctionOptions.DEFAULT);
      connection.rollback();
    }
    assertIds(ids("SELECT NEXT_SNOWFLAKE() FROM " + rows(2)), 2);
  }

  @Test
  void secondOpenGeneratorIsRejected() {
    try (Snowflake second = Snowflake.builder().worker(WorkerSource.fixed(10)).build()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> equip(database, second))
          .withMessageStartingWith("the SQL functions of a database have one generator");
    }
  }

  @RepeatedTest(5)
  void racingInstallersAllSucceed() throws Exception {
    DataSource empty = create(newName());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Connection open = empty.getConnection()) {
      assertThat(open.isClosed()).isFalse();
      CyclicBarrier start = new CyclicBarrier(4);
      List<Future<DataSource>> installers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        installers.add(
            threads.submit(
                () -> {
                  start.await();
                  return equip(empty, generator);
                }));
      }
      for (Future<DataSource> installer : installers) {
        assertIds(ids(installer.get(), "SELECT NEXT_SNOWFLAKE()" + fromOneRow()), 1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void workerIsLeasedFromTheSameDatabase() throws Exception {
    DataSource empty = create(newName());
    FunctionOptions options = FunctionOptions.DEFAULT.withTable("WORKERS").withNamespace("orders");
    try (Connection open = empty.getConnection()) {
      DataSource leasing = equip(empty, options);
      long first = ids(leasing, "SELECT NEXT_SNOWFLAKE()" + fromOneRow()).get(0);
      JdbcWorkerSource workers =
          JdbcWorkerSource.of(empty).withTable("WORKERS").withNamespace("orders");
      assertThat(workers.workers()).hasSize(1);
      assertThat(workers.workers().get(0).worker())
          .isEqualTo(Layout.DEFAULT.decode(first).worker());
      assertThat(open.isClosed()).isFalse();
      if (leasing instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
