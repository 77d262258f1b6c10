package io.snowbraid.jdbc.connection;

import io.snowbraid.jdbc.connection.StoreFailures.Kind;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.dialect.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Creates a table, runs statements on it over one connection, and explains their failures. */
public abstract class StoreTable implements DatabaseCalls.Tables {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Attempts of a read that the database rolls back in favour of a write. */
  private static final int READS = 100;

  /** The time limit for these attempts, because SQLite waits seconds for a locked file. */
  private static final long READING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Attempts of a write that is rolled back each time. */
  private static final int WRITES = 100;

  private static final int MAX_PAUSE_MILLIS = 50;

  /** Attempts to create the table while another session creates it: at least 2 s. */
  private static final int CREATIONS = 100;

  /** Matches a column's line in a statement that creates a table. */
  private static final Pattern COLUMN =
      Pattern.compile("^ {2}(?!primary key)(\\w+) ", Pattern.MULTILINE);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The standard SQL state of a missing table. */
  private static final String NO_TABLE = "42S02";

  private final BorrowedConnection borrowed;
  private final Connection connection;
  private final String table;
  private final StoreFailures failures;
  private final DatabaseDialect dialect;

  /** The table's name with its schema; empty if the table is missing. */
  private Optional<String> found = Optional.empty();

  /** Reads a result's rows. */
  protected interface RowReader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  /** Sets a statement's parameters. */
  protected interface Parameters {
    void set(PreparedStatement statement) throws SQLException;
  }

  /** A write that can be repeated. */
  protected interface Attempt<T> {
    T run() throws SQLException;
  }

  protected StoreTable(BorrowedConnection borrowed, String table) throws SQLException {
    this.borrowed = borrowed;
    this.connection = borrowed.connection();
    this.table = table;
    this.failures = borrowed.failures();
    this.dialect = Dialects.of(connection);
    this.found = find();
  }

  private Optional<String> find() throws SQLException {
    return reading(() -> borrowed.names().find(table, connection, dialect));
  }

  /**
   * Returns the statement that creates the table; empty if this library does not create it.
   *
   * @param name the table's name, optionally with its schema
   */
  protected abstract Optional<String> ddl(String name);

  /** Returns the name of any column of the table. */
  protected abstract String column();

  /** Returns context to append to a log line; may be empty. */
  protected String context() {
    return "";
  }

  /** Returns the privileges that a user of the table needs. */
  protected String privileges() {
    return "SELECT, INSERT and UPDATE";
  }

  /** Rejects the creation of a table where it must not be. */
  protected void requireCreatable() throws SQLException {}

  /** Returns the table's configured name, for messages. */
  protected final String name() {
    return table;
  }

  /** Returns the table's name for statements; fails if the table is missing. */
  protected final String table() throws SQLException {
    if (found.isEmpty()) {
      throw missing(new SQLSyntaxErrorException("catalogue has no such table", NO_TABLE));
    }
    return found.get();
  }

  protected final DatabaseDialect dialect() {
    return dialect;
  }

  protected final Connection connection() {
    return connection;
  }

  protected final StoreFailures failures() {
    return failures;
  }

  /** Runs a query. */
  protected final <T> T read(String sql, Parameters parameters, RowReader<T> reader)
      throws SQLException {
    return reading(
        () -> {
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            parameters.set(select);
            try (ResultSet rows = select.executeQuery()) {
              return reader.read(rows);
            }
          }
        });
  }

  /**
   * Repeats a read that is rolled back in favour of a write. This can happen to serializable reads,
   * and to any read in SQLite.
   */
  private <T> T reading(Attempt<T> attempt) throws SQLException {
    long begun = System.nanoTime();
    for (int round = 1; ; round++) {
      try {
        return attempt.run();
      } catch (SQLException e) {
        boolean isLast = round == READS || System.nanoTime() - begun > READING_NANOS;
        if (isLast || !SqlStates.isRolledBack(dialect.state(e))) {
          throw explained(e);
        }
      }
    }
  }

  /**
   * Writes one row durably.
   *
   * @return false if nothing was written, because a row with this key exists or another write came
   *     first
   */
  protected final boolean write(String sql, Parameters parameters) throws SQLException {
    return repeated(
        () -> {
          try {
            return run(sql, parameters);
          } catch (SQLException e) {
            if (SqlStates.isDuplicate(dialect.state(e))) {
              return false;
            }
            throw e;
          }
        });
  }

  /** Writes one row durably, without retrying; returns whether there was such a row. */
  protected final boolean run(String sql, Parameters parameters) throws SQLException {
    try (PreparedStatement update = prepare(sql)) {
      parameters.set(update);
      requireNotGivenUp();
      return force(update.executeUpdate());
    }
  }

  /**
   * Retries a write that is rolled back in favour of another. A write that is rolled back was not
   * compared with the row, so this does not mean that the row has changed.
   */
  protected final <T> T repeated(Attempt<T> attempt) throws SQLException {
    for (int round = 1; ; round++) {
      try {
        requireNotGivenUp();
        return attempt.run();
      } catch (SQLException e) {
        SQLException reason = SqlStates.origin(e);
        if (round == WRITES || !SqlStates.isRolledBack(dialect.state(reason))) {
          throw explained(reason);
        }
      }
      pause(round);
    }
  }

  /**
   * Waits for a random time, longer with each round, so that competing processes take turns. The
   * first round does not wait.
   */
  protected static void pause(int round) {
    if (round > 0) {
      LockSupport.parkNanos(
          ThreadLocalRandom.current()
              .nextLong(TimeUnit.MILLISECONDS.toNanos(Math.min(round, MAX_PAUSE_MILLIS))));
    }
  }

  /** Makes a write durable; returns whether it changed a row. */
  protected final boolean force(int rows) throws SQLException {
    if (rows == 1) {
      dialect.force(connection);
    }
    return rows == 1;
  }

  /** Rethrows the failure unless it only means that another write came first. */
  protected final void requireLostRace(SQLException e) throws SQLException {
    if (!SqlStates.isLostRace(dialect.state(e))) {
      throw explained(e);
    }
  }

  protected final void requireNotGivenUp() throws SQLException {
    borrowed.requireNotGivenUp();
  }

  @Override
  public final void createIfMissing() throws SQLException {
    for (int attempt = 1; !exists() && !create(attempt == CREATIONS); attempt++) {
      LockSupport.parkNanos(PAUSE_NANOS); // until the other session has committed
    }
  }

  /**
   * Creates the table; returns false if another session was faster and may not have committed yet.
   */
  private boolean create(boolean isLast) throws SQLException {
    requireCreatable();
    dialect.awaitTurnToCreate(connection);
    try (Statement create = connection.createStatement()) {
      create.execute(ddl(borrowed.names().creatable(table, connection, dialect)).orElseThrow());
      LOGGER.log(
          System.Logger.Level.INFO,
          "created the {0} table: {1}{2}",
          failures.content(),
          place(),
          context());
    } catch (SQLException e) {
      if (SqlStates.isTimedOut(dialect.state(e))) {
        throw failure(
            Kind.FAILED, " table could not be created in time", TimeLimit.DDL.remedy(), e);
      }
      if (SqlStates.isReadOnly(dialect.state(e))) {
        throw explained(e);
      }
      if ((isLast || !SqlStates.isLostRace(dialect.state(e))) && !exists()) {
        throw failure(
            Kind.FAILED,
            " table is missing and could not be created",
            grant()
                + "the privilege to create tables there, or have an administrator create the table"
                + " and grant "
                + privileges()
                + " on it:\n"
                + ddl(table).orElseThrow(),
            e);
      }
      return false;
    }
    warnOfNamesakes();
    return true;
  }

  /**
   * Logs a warning if another schema also has such a table. Processes whose connections start in
   * different schemas would lease the same workers.
   */
  private void warnOfNamesakes() throws SQLException {
    Set<String> schemas =
        TableName.hasSchema(table) ? Set.of() : dialect.schemasWith(connection, table);
    if (schemas.size() > 1) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "several schemas have a {0} table {1}: {2}; if one application uses more than one of"
              + " them, its ids may collide, so name one table with its schema, such as public.{1}",
          failures.content(),
          table,
          schemas);
    }
  }

  public final boolean exists() throws SQLException {
    found = find();
    if (found.isEmpty()) {
      return false;
    }
    try {
      String sql = "select " + column() + " from " + table() + " where 1 = 0";
      return read(sql, select -> {}, rows -> true);
    } catch (RuntimeException e) {
      if (e instanceof StoreFailures.MissingTable) {
        return false; // it was dropped meanwhile
      }
      throw e;
    }
  }

  private RuntimeException missing(SQLException cause) throws SQLException {
    return failures
        .creation()
        .of(
            Kind.MISSING_TABLE,
            failures.content()
                + " table does not exist ("
                + place()
                + "); "
                + dialect
                    .remedyForForgetting(connection)
                    .or(() -> ddl(table).map(ddl -> failures.inTests() + "create it:\n" + ddl))
                    .orElse("correct its name, or connect to the database that has it"),
            cause);
  }

  private String grant() throws SQLException {
    return dialect.role(connection).isPresent()
        ? "reset the role, which SET ROLE left on a connection of the pool, or grant it "
        : "grant the user ";
  }

  /** Returns the table and where it is expected, for messages. */
  private String place() throws SQLException {
    return borrowed.names().place(table, connection, dialect)
        + ", user="
        + connection.getMetaData().getUserName()
        + dialect.role(connection).map(role -> ", role=" + role).orElse("")
        + ", database="
        + borrowed.address();
  }

  protected final PreparedStatement prepare(String sql) throws SQLException {
    try {
      return connection.prepareStatement(sql);
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  /**
   * Explains a statement's failure by the reported SQL state. A missing table is reported when a
   * statement is either prepared or run.
   *
   * @return the failure itself if it needs no explanation
   */
  protected final SQLException explained(SQLException e) throws SQLException {
    String state = dialect.state(e);
    if (SqlStates.isReadOnly(state)) {
      throw failure(
          Kind.READ_ONLY,
          " database is read-only",
          "connect to the primary (if it can change, with a short maximum lifetime of pooled"
              + " connections), or "
              + failures.use()
              + " from another database",
          e);
    }
    if (SqlStates.isConstraint(state)) {
      String remedy = "remove or correct the constraint or trigger that does";
      throw failure(Kind.FAILED, " table rejects writes", remedy, e);
    }
    if (SqlStates.isNoTableOrColumn(state)) {
      requireColumns(e);
    }
    if (SqlStates.isNoTable(state)) {
      throw missing(e);
    }
    if (SqlStates.isDenied(state)) {
      String remedy = grant() + privileges() + " on it";
      throw failure(Kind.DENIED, " table must be readable and writable", remedy, e);
    }
    if (SqlStates.isTimedOut(state)) { // a single row takes this long only while waiting
      throw failure(
          Kind.FAILED,
          " table did not answer in time",
          "end the transaction of the session that has probably locked the table or its rows",
          e);
    }
    return e;
  }

  private RuntimeException failure(Kind kind, String what, String remedy, SQLException cause)
      throws SQLException {
    String says = "): " + cause.getMessage() + "; ";
    return failures
        .creation()
        .of(kind, failures.content() + what + " (" + place() + says + remedy, cause);
  }

  /**
   * Explains the failure if the table has other columns, because an earlier version or other
   * software created it.
   */
  private void requireColumns(SQLException cause) throws SQLException {
    String ddl = ddl(table).orElse("");
    List<String> missing = missingColumns(ddl);
    if (!missing.isEmpty()) {
      String values = " table lacks columns " + missing + " (" + place();
      String remedy = "); add them as this version defines them:\n" + ddl;
      throw failures.failed(failures.content() + values + remedy, cause);
    }
  }

  /**
   * Returns the defined columns that the table lacks.
   *
   * @return empty if the table cannot be read
   */
  private List<String> missingColumns(String ddl) {
    Set<String> present = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("select * from " + table() + " where 1 = 0")) {
      ResultSetMetaData columns = rows.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        present.add(columns.getColumnName(i));
      }
    } catch (SQLException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "columns of the table cannot be read", e);
      return List.of();
    }
    return COLUMN
        .matcher(ddl)
        .results()
        .map(column -> column.group(1))
        .filter(column -> !present.contains(column))
        .toList();
  }
}
