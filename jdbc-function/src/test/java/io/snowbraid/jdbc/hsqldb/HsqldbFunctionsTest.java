package io.snowbraid.jdbc.hsqldb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FakeJdbc;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDefaultsSuite;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.Test;

/**
 * The build sets the system property {@code hsqldb.method_class_names}, which is read only at the
 * start of the process.
 */
class HsqldbFunctionsTest extends SqlDefaultsSuite {

  private static final List<String> FUNCTIONS =
      List.of(
          "NEXT_SNOWFLAKE",
          "NEXT_SNOWFLAKES",
          "SNOWFLAKE_TIME",
          "SNOWFLAKE_ROLLBACK",
          "SNOWFLAKE_TIMELINE",
          "SNOWFLAKE_WORKER",
          "SNOWFLAKE_SEQUENCE",
          "SNOWFLAKE_PARTS",
          "SNOWFLAKE_MIN_ID",
          "SNOWFLAKE_MAX_ID");

  @Override
  protected DataSource create(String name) {
    JDBCDataSource database = new JDBCDataSource();
    database.setUrl("jdbc:hsqldb:mem:" + name);
    database.setUser("SA");
    return database;
  }

  @Override
  protected String rows(int count) {
    return "UNNEST(SEQUENCE_ARRAY(1, " + count + ", 1)) AS R(X)";
  }

  @Override
  protected String batch(String count) {
    return "SELECT ID FROM UNNEST(NEXT_SNOWFLAKES(" + count + ")) AS T(ID)";
  }

  @Override
  protected String merge() {
    return "MERGE INTO T USING (VALUES(1)) AS V(X) ON T.N = V.X"
        + " WHEN NOT MATCHED THEN INSERT (ID, N) VALUES (NEXT_SNOWFLAKE(), 1)";
  }

  @Override
  protected String fromOneRow() {
    return " FROM (VALUES(0))";
  }

  @Override
  protected String literal(Instant time) {
    return "TIMESTAMP '" + utc(time) + "+0:00'";
  }

  /** HSQLDB knows only offsets. */
  @Override
  protected void setZone(Connection connection, String zone) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TIME ZONE INTERVAL '-3:30' HOUR TO MINUTE");
    }
  }

  @Override
  protected Instant time(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** HSQLDB does not accept a function as a default, but in a trigger. */
  @Override
  protected String[] table() {
    return new String[] {
      "CREATE TABLE CUSTOMER (ID BIGINT PRIMARY KEY, NAME VARCHAR(40))",
      "CREATE TRIGGER CUSTOMER_ID BEFORE INSERT ON CUSTOMER REFERENCING NEW ROW AS N"
          + " FOR EACH ROW WHEN (N.ID IS NULL) SET N.ID = NEXT_SNOWFLAKE()",
    };
  }

  /** HSQLDB returns only keys that are requested by name. */
  @Override
  protected long insertForKey(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO CUSTOMER (NAME) VALUES ('k')", new String[] {"ID"})) {
      insert.executeUpdate();
      return ids(insert.getGeneratedKeys()).get(0);
    }
  }

  @Test
  void functionUnderATableCannotBeDropped() throws SQLException {
    run(table());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("DROP FUNCTION NEXT_SNOWFLAKE RESTRICT"))
        .withMessageContaining("dependent objects exist");
  }

  @Test
  void guestNeedsTheRightToExecute() throws SQLException {
    run("CREATE USER GUEST PASSWORD 'guest'");
    String url;
    try (Connection connection = database.getConnection()) {
      url = connection.getMetaData().getURL();
    }
    try (Connection guest = DriverManager.getConnection(url, "GUEST", "guest");
        Statement statement = guest.createStatement()) {
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () -> SnowflakeFunctions.install(guest, FunctionOptions.DEFAULT.withoutGenerator()))
          .withMessageContaining("lacks privilege")
          .withMessageContaining("hsqldb.method_class_names=" + HsqldbFunctions.class.getName())
          .withCauseInstanceOf(SQLException.class);
      for (String function : FUNCTIONS) {
        run("GRANT EXECUTE ON FUNCTION " + function + " TO GUEST");
      }
      SnowflakeFunctions.install(guest, FunctionOptions.DEFAULT.withoutGenerator());
      try (ResultSet row = statement.executeQuery("CALL NEXT_SNOWFLAKE()")) {
        assertThat(ids(row)).hasSize(1);
      }
      generator.close();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.executeQuery("CALL NEXT_SNOWFLAKE()"))
          .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE()")
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("55000"));
    }
  }

  /** The reason why a trigger fails reaches the caller of the insert. */
  @Test
  void triggerTellsWhyThereIsNoId() throws SQLException {
    run(table());
    generator.close();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("INSERT INTO CUSTOMER (NAME) VALUES ('a')"))
        .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE()");
    assertThat(ids("SELECT ID FROM CUSTOMER")).isEmpty();
  }

  @Test
  void readOnlyTransactionReadsIdsButWritesNone() throws SQLException {
    run(table());
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setReadOnly(true);
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("INSERT INTO CUSTOMER (NAME) VALUES ('a')"))
          .withMessageContaining("read-only");
    }
  }

  @Test
  void scriptCreatesWhatTheInstallerLooksFor() throws SQLException {
    String script = SnowflakeFunctions.script(ScriptDialect.HSQLDB, FunctionOptions.DEFAULT);
    try (Connection connection = create(newName()).getConnection();
        Statement statement = connection.createStatement()) {
      for (String line : script.lines().toList()) {
        statement.execute(line.substring(0, line.length() - 1));
      }
      assertThat(new HsqldbDialect().installer(connection, FunctionTarget.DEFAULT).isInstalled())
          .isTrue();
    }
  }

  @Test
  void rangeUsesThePrimaryKey() throws SQLException {
    run("CREATE TABLE T (ID BIGINT PRIMARY KEY, N INTEGER)");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet plan =
            statement.executeQuery(
                "EXPLAIN PLAN FOR SELECT * FROM T WHERE ID >="
                    + " SNOWFLAKE_MIN_ID(CURRENT_TIMESTAMP - INTERVAL '1' DAY)")) {
      StringBuilder lines = new StringBuilder();
      while (plan.next()) {
        lines.append(plan.getString(1)).append('\n');
      }
      assertThat(lines.toString()).contains("access=INDEX PRED");
    }
  }

  @Test
  void timeWithoutAZoneIsRejected() {
    assertRejected(
        "CALL SNOWFLAKE_MIN_ID(TIMESTAMP '2026-01-31 08:30:00')", "routine signature not found");
  }

  @Test
  void timeOfTheSessionIsCast() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      setZone(connection, "America/St_Johns");
      assertThat(
              ids(
                  statement.executeQuery(
                      "CALL SNOWFLAKE_MIN_ID(CAST(TIMESTAMP '2026-01-31 08:30:00' AS TIMESTAMP"
                          + " WITH TIME ZONE))")))
          .containsExactly(Layout.DEFAULT.minId(Instant.parse("2026-01-31T12:00:00Z")));
    }
  }

  /** As it happens while another session installs them. */
  @Test
  void catalogueThatCannotBeReadForAMomentIsReadAgain() throws SQLException {
    AtomicInteger failures = new AtomicInteger(3);
    DataSource empty = create(newName());
    try (Connection open = empty.getConnection();
        Connection failing =
            FakeJdbc.proxy(
                Connection.class,
                (proxy, method, arguments) -> {
                  if (method.getName().equals("prepareStatement")
                      && arguments[0].toString().contains("ROUTINES")
                      && failures.getAndDecrement() > 0) {
                    throw new SQLException("General error", "HY000", -458);
                  }
                  return FakeJdbc.pass(open, method, arguments);
                })) {
      new HsqldbInstaller(new HsqldbDialect(), failing).install();
      assertThat(failures).hasNegativeValue();
      assertThat(new HsqldbInstaller(new HsqldbDialect(), open).isInstalled()).isTrue();
    }
  }
}
