package io.snowbraid.jdbc.derby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlFunctionsSuite;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DerbyFunctionsTest extends SqlFunctionsSuite {

  @Override
  protected DataSource create(String name) {
    EmbeddedDataSource database = new EmbeddedDataSource();
    database.setDatabaseName("memory:" + name);
    database.setCreateDatabase("create");
    return database;
  }

  /** Derby can generate rows only from tables and functions. */
  @Override
  protected String rows(int count) {
    return "(SELECT ROW_NUMBER() OVER () AS X FROM TABLE(NEXT_SNOWFLAKES("
        + count
        + ")) AS I) AS R";
  }

  @Override
  protected String batch(String count) {
    return "SELECT ID FROM TABLE(NEXT_SNOWFLAKES(" + count + ")) AS T";
  }

  @Override
  protected String merge() {
    return "MERGE INTO T USING SYSIBM.SYSDUMMY1 ON N = 1"
        + " WHEN NOT MATCHED THEN INSERT (ID, N) VALUES (NEXT_SNOWFLAKE(), 1)";
  }

  @Override
  protected String fromOneRow() {
    return " FROM SYSIBM.SYSDUMMY1";
  }

  @Override
  protected String literal(Instant time) {
    return "'" + utc(time) + "'";
  }

  @Override
  protected Object parameter(Instant time) {
    return utc(time);
  }

  /** Sessions have none: times are texts in UTC. */
  @Override
  protected void setZone(Connection connection, String zone) {}

  @Override
  protected Instant time(ResultSet row, int column) throws SQLException {
    return Instant.parse(row.getString(column).replace(' ', 'T') + "Z");
  }

  @Override
  protected String rejectionOfNull() {
    return "A NULL value cannot be passed"; // Derby passes no NULL to a primitive parameter
  }

  @Test
  void columnCannotTakeItsDefaultFromTheFunction() {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("CREATE TABLE C (ID BIGINT DEFAULT NEXT_SNOWFLAKE())"));
  }

  @Test
  void functionUnderAViewCannotBeDropped() throws SQLException {
    run("CREATE VIEW V AS SELECT NEXT_SNOWFLAKE() AS ID FROM SYSIBM.SYSDUMMY1");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("DROP FUNCTION NEXT_SNOWFLAKE"))
        .withMessageContaining("VIEW 'V' is dependent");
  }

  @Test
  void scriptCreatesWhatTheInstallerLooksFor() throws SQLException {
    String script = SnowflakeFunctions.script(ScriptDialect.DERBY, FunctionOptions.DEFAULT);
    try (Connection connection = create(newName()).getConnection();
        Statement statement = connection.createStatement()) {
      for (String line : script.lines().toList()) {
        statement.execute(line.substring(0, line.length() - 1));
      }
      assertThat(new DerbyDialect().installer(connection, FunctionTarget.DEFAULT).isInstalled())
          .isTrue();
    }
  }

  @Test
  void databaseInAFileKnowsItsGenerator(@TempDir Path directory) throws SQLException {
    EmbeddedDataSource file = new EmbeddedDataSource();
    file.setDatabaseName(directory.resolve("file").toString());
    file.setCreateDatabase("create");
    assertIds(ids(equip(file, generator), "VALUES NEXT_SNOWFLAKE()"), 1);
    file.setShutdownDatabase("shutdown");
    assertThatExceptionOfType(SQLException.class).isThrownBy(file::getConnection);
  }

  @Test
  void textThatIsNoTimeIsRejected() {
    assertRejected(
        "VALUES SNOWFLAKE_MIN_ID('now')",
        "time must be a text such as 2026-01-31 12:00:00.123: time=now");
  }

  /** Derby makes it a text, so a time of the process's zone must not be passed. */
  @Test
  void timestampOfDerbyIsReadAsUtc() throws SQLException {
    assertRange("TIMESTAMP('2026-07-31 12:00:00')", Instant.parse("2026-07-31T12:00:00Z"));
  }

  @Test
  void textWithAnOffsetIsItsInstant() throws SQLException {
    assertRange("'2026-10-25T02:30:00+01:00'", Instant.parse("2026-10-25T01:30:00Z"));
  }

  @Test
  void rangeUsesThePrimaryKey() throws SQLException {
    run("CREATE TABLE T (ID BIGINT NOT NULL PRIMARY KEY, TEXT CHAR(200))");
    run("INSERT INTO T SELECT NEXT_SNOWFLAKE(), 'x' FROM " + rows(5_000));
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT * FROM T WHERE ID >= SNOWFLAKE_MIN_ID(?) AND ID < SNOWFLAKE_MIN_ID(?)")) {
      statement.execute("CALL SYSCS_UTIL.SYSCS_SET_RUNTIMESTATISTICS(1)");
      query.setString(1, "2025-11-01");
      query.setString(2, "2025-12-01");
      try (ResultSet rows = query.executeQuery()) {
        assertThat(ids(rows)).isEmpty();
      }
      try (ResultSet plan =
          statement.executeQuery("VALUES SYSCS_UTIL.SYSCS_GET_RUNTIMESTATISTICS()")) {
        assertThat(plan.next()).isTrue();
        assertThat(plan.getString(1)).contains("Index Scan").doesNotContain("Table Scan");
      }
    }
  }
}
