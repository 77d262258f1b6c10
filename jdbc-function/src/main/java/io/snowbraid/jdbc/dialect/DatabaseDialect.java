package io.snowbraid.jdbc.dialect;

import io.snowbraid.internal.Log;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Defines how one database differs from standard SQL, for the tables and the SQL functions. By
 * default, there are no functions.
 *
 * <p>To add a database, extend this class in a new package and add an instance to {@code Dialects}.
 */
public abstract class DatabaseDialect {

  private static final String SCRIPTS = "/io/snowbraid/jdbc/";

  /** The SQL state of a missing table, in PostgreSQL. */
  protected static final String NO_TABLE = "42P01";

  /** The SQL state of a missing column, in PostgreSQL. */
  protected static final String NO_COLUMN = "42703";

  /** The SQL state of a transaction that the database rolled back in favour of another. */
  protected static final String ROLLED_BACK = "40001";

  /** The SQL state of a read-only database. */
  protected static final String READ_ONLY = "25006";

  /** The SQL state of a second row with the same key. */
  protected static final String DUPLICATE = "23505";

  /** The SQL state of a violated constraint that is not the key. */
  protected static final String CONSTRAINT = "23514";

  /** The standard's SQL state of a timeout. */
  protected static final String TIMED_OUT = "HYT00";

  /** The SQL state of a missing privilege, in PostgreSQL. */
  protected static final String DENIED = "42501";

  private final List<String> products;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  /**
   * Creates a dialect.
   *
   * @param products the product names that the drivers report
   */
  protected DatabaseDialect(String... products) {
    this.products = List.of(products);
  }

  /** Returns the product names that drivers report for this database. */
  public final List<String> products() {
    return products;
  }

  /**
   * Returns the database's name if Snowbraid is untested on it, although it is treated like a
   * tested one; empty if it is tested.
   */
  public Optional<String> untestedDatabase(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Returns an SQL expression for the database's clock. */
  public String clock() {
    return "current_timestamp";
  }

  /** Returns a statement that reads the clock and no table. */
  public String clockQuery() {
    return "select " + clock();
  }

  /** Reads the clock from a result. */
  public Instant instant(ResultSet row, int column) throws SQLException {
    return row.getTimestamp(column).toInstant();
  }

  /** Returns the standard SQL state of a failure; empty if there is none. */
  public final String state(SQLException e) {
    return standardState(SqlStates.origin(e));
  }

  /** Translates the driver's state or code. */
  protected String standardState(SQLException e) {
    return Objects.requireNonNullElse(e.getSQLState(), "");
  }

  /**
   * Returns whether the driver supports network timeouts. If it does not, setting one makes pools
   * drop the connection.
   */
  public boolean supportsNetworkTimeout() {
    return true;
  }

  /** Returns whether a statement's timeout applies only to that statement. */
  public boolean limitsStatements() {
    return true;
  }

  /**
   * Returns whether a connection has uncommitted writes. A transaction that has only read does not
   * count, because pools leave one after checking a connection.
   *
   * @return empty if the driver cannot tell
   */
  public Optional<Boolean> hasUncommittedWork(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Makes a commit durable, in databases where a commit alone does not survive a crash. */
  public void force(Connection connection) throws SQLException {}

  /** Logs a warning, once per process, that commits cannot be forced to disk. */
  protected final void warnOfLateCommits(String reason, String remedy) {
    if (hasWarned.compareAndSet(false, true)) {
      Log.warn(
          "a crash may lose the writes of the last half second, because {0}; unless the write delay"
              + " is 0, {1}",
          reason, remedy);
    }
  }

  /** Returns the schema in which a connection creates tables; empty if there is none. */
  public Optional<String> currentSchema(Connection connection) throws SQLException {
    return Optional.ofNullable(connection.getSchema());
  }

  /** Returns the session's role, whose privileges replace the user's; empty if none is set. */
  public Optional<String> role(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /**
   * Returns a remedy if the database may lose its tables, such as one in memory; empty if it does
   * not.
   */
  public Optional<String> remedyForForgetting(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Returns a table's name with its schema; empty if there is no such table. */
  public Optional<String> find(Connection connection, String table) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet none = select.executeQuery("select * from " + table + " where 1 = 0")) {
      String schema = none.getMetaData().getSchemaName(1); // the one found through the search path
      return Optional.of(
          TableName.hasSchema(table) || schema.isEmpty()
              ? table
              : quoted(connection, schema) + "." + table);
    } catch (SQLException e) {
      if (SqlStates.isNoTable(state(e))) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns the schemas that have a table with an unqualified name. */
  public final Set<String> schemasWith(Connection connection, String table) throws SQLException {
    String name = TableName.unquoted(table);
    Set<String> schemas = new TreeSet<>();
    for (String pattern : new TreeSet<>(List.of(name, name.toUpperCase(Locale.ROOT)))) {
      try (ResultSet tables =
          connection.getMetaData().getTables(connection.getCatalog(), null, pattern, null)) {
        while (tables.next()) {
          if (name.equalsIgnoreCase(tables.getString("TABLE_NAME"))) { // the pattern has wildcards
            schemas.add(String.valueOf(tables.getString("TABLE_SCHEM")));
          }
        }
      }
    }
    return schemas;
  }

  /** Quotes a name. */
  public final String quoted(Connection connection, String name) throws SQLException {
    String quote = connection.getMetaData().getIdentifierQuoteString().strip();
    return quote + name.replace(quote, quote + quote) + quote;
  }

  /**
   * Waits until creating a table or function would block no other session; fails if that takes too
   * long.
   */
  public void awaitTurnToCreate(Connection connection) throws SQLException {}

  /** Rejects a second worker table that would lease the SQL functions' worker again. */
  public void requireOnlyTable(Connection connection, String table) throws SQLException {}

  /** Returns the statement that creates the worker table. */
  public final String workerTableDdl(String table) {
    return tableDdl(DatabaseDialect.class, SCRIPTS + TableName.DEFAULT_TABLE, table);
  }

  /** Returns the statement that creates the segment table. */
  public final String segmentTableDdl(String table) {
    return tableDdl(DatabaseDialect.class, SCRIPTS + TableName.DEFAULT_SEGMENT_TABLE, table);
  }

  /**
   * Returns the statement that creates a table.
   *
   * @param owner a class of the module that contains the script
   * @param script the script's path, without the database's suffix, ending with the name of the
   *     created table
   * @param table the name to use instead
   */
  public final String tableDdl(Class<?> owner, String script, String table) {
    String text = read(owner, script + scriptSuffix() + ".sql");
    String name = script.substring(script.lastIndexOf('/') + 1);
    String ddl = text.strip().replaceFirst(";$", "").replace(name, table);
    return hasIfNotExists() ? ddl : ddl.replace("if not exists ", "");
  }

  /** Returns the suffix of this database's scripts. */
  protected String scriptSuffix() {
    return "";
  }

  /**
   * Returns a query that updates one row and returns columns of the new row; empty if the database
   * has no such query.
   */
  public Optional<String> updateReturning(String update, String columns) {
    return Optional.empty();
  }

  /** Returns whether the database supports {@code if not exists}, which is not in standard SQL. */
  protected boolean hasIfNotExists() {
    return false;
  }

  /** Reads a resource of this library. */
  public static String read(Class<?> owner, String resource) {
    try (InputStream stream =
        Objects.requireNonNull(owner.getResourceAsStream(resource), resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether functions that generate ids can be installed. */
  public boolean canIssue() {
    return true;
  }

  /**
   * Returns an installer of the functions over a connection.
   *
   * @throws FunctionInstallException if the database does not support them
   */
  public FunctionInstaller installer(Connection connection, FunctionTarget target)
      throws SQLException {
    throw new FunctionInstallException(
        "database " + products.get(0) + " has no SQL functions; generate ids in the application",
        null);
  }

  /** Returns the statements that create the functions; empty if they cannot be stored. */
  public Optional<String> script(FunctionTarget target) {
    return Optional.empty();
  }

  /** Removes the functions of a server that generates ids. */
  public void uninstall(Connection connection) throws SQLException {
    throw new FunctionInstallException(
        "functions in "
            + products.get(0)
            + " cannot be removed by Snowbraid; drop each with SQL, as they store nothing",
        null);
  }

  /**
   * Returns the database if it calls its functions in this process. The result is empty if another
   * process or the server calls them. It is also empty for an in-memory database whose driver
   * classes this library cannot see: its end could not be detected, and another database may follow
   * under the same name.
   */
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Returns whether the server generates the ids, without a generator in a process. */
  public boolean issuesItself() {
    return false;
  }

  /** Returns whether creating functions commits the connection's transaction. */
  public boolean commitsAtInstall() {
    return true;
  }

  /** Returns whether each connection needs its own functions. */
  public boolean isPerConnection() {
    return false;
  }

  @Override
  public final String toString() {
    return products.get(0);
  }
}
