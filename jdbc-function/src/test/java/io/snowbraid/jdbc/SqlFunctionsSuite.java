package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.testing.Crowd;
import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the functions on each database whose ids come from a generator of this process. */
public abstract class SqlFunctionsSuite extends SqlDatabaseFixture {

  private static final int ROWS = 10_000;

  private static final List<String> DECODERS =
      List.of("TIME", "ROLLBACK", "TIMELINE", "WORKER", "SEQUENCE", "PARTS");

  private static final Instant END = Layout.DEFAULT.lastInstant();

  /** The layout's ends, the bounds of a millisecond, and the hour that Berlin has twice. */
  private static final List<Instant> TIMES =
      Stream.of(
              "2025-01-01T00:00:00Z",
              "2025-01-01T00:00:00.000999Z",
              "2025-01-01T00:00:00.001Z",
              "2026-03-29T00:59:59.999999Z",
              "2026-03-29T01:00:00Z",
              "2026-10-25T00:30:00.123Z",
              "2026-10-25T01:30:00.123Z",
              END.toString(),
              END.plusNanos(999_000).toString())
          .map(Instant::parse)
          .toList();

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
    assertRejected(batch("-1"), "number of ids must be between 0 and 1000000, but is -1");
    assertRejected(batch("1000001"), "number of ids must be between 0 and 1000000, but is 1000001");
    assertThatThrownBy(() -> ids(batch("5000000000"))).isInstanceOf(SQLException.class);
    assertRejected(
        batch("CAST(NULL AS INTEGER)"), "number of ids must be between 0 and 1000000, but is null");
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
    for (String part : DECODERS) {
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
    for (String part : DECODERS) {
      assertRejected(
          "SELECT SNOWFLAKE_" + part + "(-1)" + fromOneRow(),
          "id must be between 0 and 9223372036854775807, but is -1");
    }
  }

  @Test
  void partsAreJsonOfAllFields() throws SQLException, IOException {
    for (Golden golden : GoldenIds.all()) {
      IdParts parts = golden.parts();
      assertThat(text("SNOWFLAKE_PARTS(" + golden.id() + ")"))
          .isEqualTo(
              "{\"time\":\"%tFT%<tT.%<tLZ\",\"rollback\":%d,\"timeline\":%d,\"worker\":%d,\"sequence\":%d}"
                  .formatted(
                      parts.time().atOffset(ZoneOffset.UTC),
                      parts.rollback(),
                      parts.timeline(),
                      parts.worker(),
                      parts.sequence()));
    }
  }

  private String text(String expression) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + expression + fromOneRow())) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  @Test
  void eachIdIsWithinTheRangeOfItsTime() throws SQLException, IOException {
    for (Golden golden : GoldenIds.all()) {
      assertRange("SNOWFLAKE_TIME(" + golden.id() + ")", golden.parts().time());
      assertThat(golden.id())
          .isBetween(
              Layout.DEFAULT.minId(golden.parts().time()),
              Layout.DEFAULT.maxId(golden.parts().time()));
    }
  }

  @Test
  void rangeIsTheMillisecondOfATime() throws SQLException {
    for (Instant time : TIMES) {
      assertRange(literal(time), time);
    }
  }

  @Test
  void rangeOfAParameterIsThatOfItsTime() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY)");
    run("INSERT INTO T VALUES (" + Layout.DEFAULT.minId(TIMES.get(5)) + ")");
    String sql = "SELECT ID FROM T WHERE ID >= SNOWFLAKE_MIN_ID(?) AND ID <= SNOWFLAKE_MAX_ID(?)";
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      for (Instant time : TIMES) {
        query.setObject(1, parameter(time));
        query.setObject(2, parameter(time));
        try (ResultSet rows = query.executeQuery()) {
          assertThat(ids(rows)).as(time.toString()).hasSize(time.equals(TIMES.get(5)) ? 1 : 0);
        }
      }
    }
  }

  /** Returns an instant as a parameter of a statement. */
  protected Object parameter(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  protected final void assertRange(String expression, Instant time) throws SQLException {
    String sql = "SELECT SNOWFLAKE_MIN_ID(%1$s), SNOWFLAKE_MAX_ID(%1$s)".formatted(expression);
    try (Connection connection = database.getConnection()) {
      assertRange(connection, sql + fromOneRow(), time);
    }
  }

  private static void assertRange(Connection connection, String sql, Instant time)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      assertThat(List.of(row.getLong(1), row.getLong(2)))
          .as(sql)
          .containsExactly(Layout.DEFAULT.minId(time), Layout.DEFAULT.maxId(time));
    }
  }

  /** Neither the zone of the process nor that of the session matters. */
  @ParameterizedTest
  @ValueSource(strings = {"America/St_Johns", "Asia/Kathmandu", "Europe/Berlin"})
  void rangeIsTheSameInEachTimeZone(String zone) throws SQLException {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try (Connection connection = database.getConnection()) {
      setZone(connection, zone);
      for (Instant time : TIMES) {
        String sql =
            "SELECT SNOWFLAKE_MIN_ID(%1$s), SNOWFLAKE_MAX_ID(SNOWFLAKE_TIME(%2$d))"
                .formatted(literal(time), Layout.DEFAULT.minId(time) + 5);
        assertRange(connection, sql + fromOneRow(), time);
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  /** Sets the time zone of a session, as H2 writes it. */
  protected void setZone(Connection connection, String zone) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TIME ZONE '" + zone + "'");
    }
  }

  @Test
  void rangeOfNoTimeIsNull() throws SQLException {
    String none = "SNOWFLAKE_TIME(CAST(NULL AS BIGINT))";
    assertThat(text("SNOWFLAKE_MIN_ID(" + none + ")")).isNull();
    assertThat(text("SNOWFLAKE_MAX_ID(" + none + ")")).isNull();
  }

  @Test
  void timeOutsideTheLayoutIsRejected() {
    for (String time : List.of("2024-12-31T23:59:59.999Z", END.plusMillis(1).toString())) {
      for (String function : List.of("SNOWFLAKE_MIN_ID", "SNOWFLAKE_MAX_ID")) {
        assertRejected(
            "SELECT " + function + "(" + literal(Instant.parse(time)) + ")" + fromOneRow(),
            "time must be between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z, but is "
                + time);
      }
    }
  }

  @Test
  void rangeFindsTheRowsOfATime() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY, N INTEGER)");
    run("INSERT INTO T (ID, N) SELECT NEXT_SNOWFLAKE(), X FROM " + rows(10));
    List<Long> ids = ids("SELECT ID FROM T ORDER BY ID");
    Instant first = Layout.DEFAULT.decode(ids.get(0)).time();
    Instant last = Layout.DEFAULT.decode(ids.get(9)).time();
    assertThat(ids(range(first, last))).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(ids(range(first.minusMillis(5), first.minusMillis(1)))).isEmpty();
    assertThat(ids(range(last.plusMillis(1), last.plusMillis(5)))).isEmpty();
  }

  private String range(Instant first, Instant last) {
    return "SELECT ID FROM T WHERE ID >= SNOWFLAKE_MIN_ID(%s) AND ID <= SNOWFLAKE_MAX_ID(%s)"
        .formatted(literal(first), literal(last));
  }

  /** No plan may keep the time of its first execution. */
  @Test
  void rangeOfTheTimeOfAStatementMovesOn() throws Exception {
    try (Connection connection = database.getConnection();
        PreparedStatement query =
            connection.prepareStatement("SELECT SNOWFLAKE_MIN_ID(" + now() + ")" + fromOneRow())) {
      long first = ids(query.executeQuery()).get(0);
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(ids(query.executeQuery()).get(0)).isGreaterThan(first));
    }
  }

  /** Returns an expression for the time of a statement. */
  protected String now() {
    return "CURRENT_TIMESTAMP";
  }

  /** A database that got its functions from an earlier version lacks some. */
  @Test
  void installingAgainAddsWhatIsMissing() throws SQLException {
    List<String> added = List.of("SNOWFLAKE_PARTS", "SNOWFLAKE_MIN_ID", "SNOWFLAKE_MAX_ID");
    if (!isInstalled()) {
      return; // each connection gets all functions of this version
    }
    for (String function : added) {
      run(dropping(function));
    }
    equip(database, generator);
    assertRange("SNOWFLAKE_TIME(0)", Layout.DEFAULT.epoch());
    assertThat(text("SNOWFLAKE_PARTS(0)")).startsWith("{\"time\":\"2025-01-01T00:00:00.000Z\"");
  }

  /** Returns the statement that drops a function. */
  protected String dropping(String function) {
    return "DROP FUNCTION " + function;
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
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator());
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withGenerator(generator));
      equip(database, generator);
      connection.rollback();
    }
    assertThat(ids("SELECT N FROM N")).isEmpty();
  }

  @Test
  void installingAgainChangesNothing() throws SQLException {
    assertIds(ids(equip(database, generator), "SELECT NEXT_SNOWFLAKE()" + fromOneRow()), 1);
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    try (Connection connection = database.getConnection()) {
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withGenerator(generator));
      connection.setAutoCommit(false);
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator());
      connection.rollback();
    }
    assertIds(ids("SELECT NEXT_SNOWFLAKE() FROM " + rows(2)), 2);
  }

  @Test
  void secondOpenGeneratorIsRejected() {
    try (Snowflake second = Snowflake.builder().worker(WorkerSource.fixed(10)).build()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> equip(database, second))
          .withMessageContaining(" already take ids from ");
    }
  }

  @RepeatedTest(5)
  void racingInstallersAllSucceed() throws Exception {
    DataSource empty = create(newName());
    try (Connection open = empty.getConnection()) {
      assertThat(open.isClosed()).isFalse();
      for (DataSource equipped : Crowd.call(4, () -> equip(empty, generator))) {
        assertIds(ids(equipped, "SELECT NEXT_SNOWFLAKE()" + fromOneRow()), 1);
      }
    }
  }

  @Test
  void workerIsLeasedFromTheSameDatabase() throws Exception {
    DataSource empty = create(newName());
    FunctionOptions options =
        FunctionOptions.DEFAULT.withTable("WORKERS").withNamespace("orders").withWorkers("40-44");
    try (Connection open = empty.getConnection()) {
      DataSource leasing = equip(empty, options);
      long first = ids(leasing, "SELECT NEXT_SNOWFLAKE()" + fromOneRow()).get(0);
      JdbcWorkerSource workers =
          JdbcWorkerSource.of(empty).withTable("WORKERS").withNamespace("orders");
      assertThat(workers.workers()).hasSize(1);
      assertThat(workers.workers().get(0).worker())
          .isEqualTo(Layout.DEFAULT.decode(first).worker())
          .isBetween(40, 44);
      assertThat(open.isClosed()).isFalse();
      if (leasing instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
