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
 * Defines everything in which one database differs from others, for the worker table and for the
 * SQL functions. What is not overridden is standard SQL, without functions.
 *
 * <p>To add a database, extend this class in a package of its own and add an instance to {@code
 * Dialects}.
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
   * @param products the product names that its drivers report
   */
  protected DatabaseDialect(String... products) {
    this.products = List.of(products);
  }

  /** Returns the product names that drivers report for this database. */
  public final List<String> products() {
    return products;
  }

  /**
   * Returns the name of a database that nobody could start to try this library on, although it is
   * treated like one that was tried; empty if it is that one.
   */
  public Optional<String> untried(Connection connection) throws SQLException {
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

  /** Reads what the clock showed. */
  public Instant instant(ResultSet row, int column) throws SQLException {
    return row.getTimestamp(column).toInstant();
  }

  /** Returns the standard SQL state of a failure; empty if there is none. */
  public final String state(SQLException e) {
    return standardState(SqlStates.origin(e));
  }

  /** Translates the state or code of what the driver reported. */
  protected String standardState(SQLException e) {
    return Objects.requireNonNullElse(e.getSQLState(), "");
  }

  /**
   * Returns whether the driver supports a network timeout. If it does not, a pool drops a
   * connection on which one is set.
   */
  public boolean boundsNetwork() {
    return true;
  }

  /** Returns whether a time limit of a statement holds for that statement only. */
  public boolean limitsStatements() {
    return true;
  }

  /**
   * Returns whether a connection has written something that is not committed. A transaction that
   * has only read, as a pool's check of its connections leaves behind, does not count.
   *
   * @return empty if the driver cannot tell
   */
  public Optional<Boolean> hasUncommittedWork(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Makes a commit durable, in databases where a commit alone does not survive a crash. */
  public void force(Connection connection) throws SQLException {}

  /** Warns, once in a process, that commits cannot be forced to disk. */
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

  /**
   * Returns the role whose privileges count instead of the user's, because the session has set one;
   * empty if there is none.
   */
  public Optional<String> role(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Returns what to do if the database forgets its tables at times; empty if it does not. */
  public Optional<String> remedyForForgetting(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Returns a table's name with its schema; empty if there is no such table. */
  public Optional<String> find(Connection connection, String table) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet none = select.executeQuery("select * from " + table + " where 1 = 0")) {
      String schema = none.getMetaData().getSchemaName(1); // that of the search path
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

  /** Returns the schemas that have a table of a name without a schema. */
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
   * Waits until creating a table or function blocks no other session; fails if that takes too long.
   */
  public void awaitTurnToCreate(Connection connection) throws SQLException {}

  /** Rejects a second worker table if it would lease the worker of the SQL functions again. */
  public void requireOnlyTable(Connection connection, String table) throws SQLException {}

  /** Returns the statement that creates the worker table. */
  public final String workerTableDdl(String table) {
    return tableDdl(DatabaseDialect.class, SCRIPTS + TableName.DEFAULT_TABLE, table);
  }

  /** Returns the statement that creates the table of segments. */
  public final String segmentTableDdl(String table) {
    return tableDdl(DatabaseDialect.class, SCRIPTS + TableName.DEFAULT_SEGMENT_TABLE, table);
  }

  /**
   * Returns the statement that creates a table.
   *
   * @param room a class of the module that has the script
   * @param script the path of the script, without what is special about this database; it ends with
   *     the name of the table that it creates
   * @param table the name that the table gets instead
   */
  public final String tableDdl(Class<?> room, String script, String table) {
    String text = read(room, script + scriptSuffix() + ".sql");
    String name = script.substring(script.lastIndexOf('/') + 1);
    String ddl = text.strip().replaceFirst(";$", "").replace(name, table);
    return hasIfNotExists() ? ddl : ddl.replace("if not exists ", "");
  }

  /** Returns the end of the names of the resources with those statements. */
  protected String scriptSuffix() {
    return "";
  }

  /**
   * Returns a query that updates one row and returns columns of the result; empty if the database
   * has none.
   */
  public Optional<String> updateReturning(String update, String columns) {
    return Optional.empty();
  }

  /** Whether the statement may say {@code if not exists}, which standard SQL does not know. */
  protected boolean hasIfNotExists() {
    return false;
  }

  /** Reads a resource of this library. */
  public static String read(Class<?> room, String resource) {
    try (InputStream stream =
        Objects.requireNonNull(room.getResourceAsStream(resource), resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether the functions that issue ids can be installed. */
  public boolean canIssue() {
    return true;
  }

  /**
   * Installs the functions over a connection.
   *
   * @throws FunctionInstallException if this database cannot have them
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

  /** Removes the functions with which a server issues ids. */
  public void uninstall(Connection connection) throws SQLException {
    throw new FunctionInstallException(
        "functions of "
            + products.get(0)
            + " cannot be removed by a script; drop them by hand, because they store nothing",
        null);
  }

  /**
   * Returns a database that calls its functions in this process; empty if another process or the
   * server does, or if a database in memory belongs to a driver whose classes this library cannot
   * see: nothing would tell when it has ended, and another one follows it under its name.
   */
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Returns whether the server issues the ids itself, without a generator in a process. */
  public boolean issuesItself() {
    return false;
  }

  /** Returns whether creating functions ends the transaction of the connection. */
  public boolean commitsAtInstall() {
    return true;
  }

  /** Returns whether each connection needs functions of its own. */
  public boolean isPerConnection() {
    return false;
  }

  @Override
  public final String toString() {
    return products.get(0);
  }
}
