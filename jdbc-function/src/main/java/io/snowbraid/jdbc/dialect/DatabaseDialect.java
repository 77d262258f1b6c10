package io.snowbraid.jdbc.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything in which one database differs from others, for the worker table and for the SQL
 * functions. What is not overridden is standard SQL, without functions.
 *
 * <p>To add a database, extend this class in a package of its own and add an instance to {@code
 * Dialects}.
 */
public abstract class DatabaseDialect {

  /** The SQL state of a missing table, as PostgreSQL has it. */
  protected static final String NO_TABLE = "42P01";

  /** The SQL state of a transaction that the database gave up for another's sake. */
  protected static final String ROLLED_BACK = "40001";

  /** The SQL state of a database that takes no writes. */
  protected static final String READ_ONLY = "25006";

  /** The SQL state of a violated constraint. */
  protected static final String CONSTRAINT = "23000";

  private final List<String> products;

  /**
   * Describes a database.
   *
   * @param products the names that its drivers give it
   */
  protected DatabaseDialect(String... products) {
    this.products = List.of(products);
  }

  /** The names that drivers give this database. */
  public final List<String> products() {
    return products;
  }

  /** An expression for the database's clock. */
  public String clock() {
    return "current_timestamp";
  }

  /** A statement that reads the clock and no table. */
  public String clockQuery() {
    return "select " + clock();
  }

  /** Reads what the clock showed. */
  public Instant instant(ResultSet row, int column) throws SQLException {
    return row.getTimestamp(column).toInstant();
  }

  /** The SQL state of a failure in the standard's terms; empty if there is none. */
  public String state(SQLException e) {
    return Objects.requireNonNullElse(e.getSQLState(), "");
  }

  /** The text of a failure, for databases without codes. */
  protected static String message(SQLException e) {
    return Objects.requireNonNullElse(e.getMessage(), "");
  }

  /**
   * Whether the driver can bound how long the network may take. If it cannot, a pool drops the
   * connection on which it was asked.
   */
  public boolean boundsNetwork() {
    return true;
  }

  /** Whether an interrupt ends a statement that hangs, at the cost of its connection alone. */
  public boolean heedsInterrupts() {
    return false;
  }

  /** Makes what was committed survive a crash, where a commit alone does not. */
  public void force(Connection connection) throws SQLException {}

  /** Waits until creating a table or function blocks nobody else; fails if that takes long. */
  public void awaitTurnToCreate(Connection connection) throws SQLException {}

  /** Refuses a second worker table where it would give the worker of SQL functions to another. */
  public void requireOnlyTable(Connection connection, String table) throws SQLException {}

  /** The statement that creates the worker table. */
  public final String workerTableDdl(String table) {
    String text = read(DatabaseDialect.class, "/io/snowbraid/jdbc/" + workerTableScript());
    String ddl = text.strip().replaceFirst(";$", "").replace(TableName.DEFAULT_TABLE, table);
    return hasIfNotExists() ? ddl : ddl.replace("if not exists ", "");
  }

  /** The file with that statement. */
  protected String workerTableScript() {
    return "snowbraid_worker.sql";
  }

  /** Whether the statement may say {@code if not exists}, which standard SQL does not know. */
  protected boolean hasIfNotExists() {
    return false;
  }

  /** Reads a file of this library. */
  protected static String read(Class<?> room, String resource) {
    try (InputStream stream =
        Objects.requireNonNull(room.getResourceAsStream(resource), resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the functions that issue ids can be installed. */
  public boolean canIssue() {
    return true;
  }

  /**
   * Installs the functions over a connection.
   *
   * @throws InstallFailure if this database cannot have them
   */
  public FunctionInstaller installer(Connection connection, FunctionTarget target)
      throws SQLException {
    throw new InstallFailure("database has no SQL functions: " + products, null);
  }

  /** The statements that create the functions; empty if they cannot be stored. */
  public Optional<String> script(FunctionTarget target) {
    return Optional.empty();
  }

  /** Removes the functions that a server issues ids by. */
  public void uninstall(Connection connection) throws SQLException {
    throw new InstallFailure(
        "database must be PostgreSQL to be rid of the functions by a script: database="
            + products.get(0)
            + "; drop the functions by hand, for they keep nothing",
        null);
  }

  /**
   * The name of a database that calls its functions in this process; empty if another process or
   * the server does.
   */
  public Optional<String> localName(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Whether the server issues the ids by itself, with no generator of a process behind it. */
  public boolean issuesItself() {
    return false;
  }

  /** Whether creating functions ends the transaction of the connection. */
  public boolean commitsAtInstall() {
    return true;
  }

  /** Whether each connection needs functions of its own. */
  public boolean isPerConnection() {
    return false;
  }

  @Override
  public final String toString() {
    return products.get(0);
  }
}
