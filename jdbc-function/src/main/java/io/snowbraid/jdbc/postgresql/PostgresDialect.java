package io.snowbraid.jdbc.postgresql;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The dialect of PostgreSQL, whose functions generate ids in the server. */
public final class PostgresDialect extends DatabaseDialect {

  /** Worker tables of a name, if functions are installed in the database. */
  private static final String OTHER_TABLES =
      """
      SELECT string_agg(t.oid::regclass::text, ', ') FROM pg_class t
       WHERE t.relname = ? AND t.relkind IN ('r', 'p')
         AND EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                      WHERE c.relname = 'granted' AND starts_with(n.nspname, 'snowbraid_'))
      """;

  private static final String QUALIFIED =
      """
      SELECT quote_ident(n.nspname) || '.' || quote_ident(t.relname)
        FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace WHERE t.oid = to_regclass(?)
      """;

  /** Creates the dialect of PostgreSQL. */
  public PostgresDialect() {
    super("PostgreSQL");
  }

  /** PostgreSQL's driver reports PostgreSQL for any server that speaks its protocol. */
  @Override
  public Optional<String> untestedDatabase(Connection connection) throws SQLException {
    if (connection.getMetaData().getDatabaseProductVersion().contains("-YB-")) {
      return Optional.of("YugabyteDB");
    }
    return DriverMethods.of(connection, "org.postgresql.PGConnection", "getParameterStatuses")
        .filter(statuses -> ((Map<?, ?>) statuses).containsKey("crdb_version"))
        .map(statuses -> "CockroachDB");
  }

  /** Asks the server only if the driver knows of an open transaction. */
  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) throws SQLException {
    Optional<String> state =
        DriverMethods.of(connection, "org.postgresql.core.BaseConnection", "getTransactionState")
            .map(Object::toString);
    return state.isPresent() && state.get().equals("OPEN")
        ? Optional.of(hasTransactionId(connection))
        : state.map("FAILED"::equals);
  }

  /** Returns whether a transaction has written something, or locked a row. */
  private static boolean hasTransactionId(Connection connection) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("select txid_current_if_assigned()")) {
      return row.next() && row.getObject(1) != null;
    }
  }

  /**
   * Rejects the creation of an unqualified worker table if SQL functions are installed and another
   * schema has a worker table: the two tables would lease the same worker twice.
   */
  @Override
  public void requireOnlyTable(Connection connection, String table) throws SQLException {
    String others = table.contains(".") ? null : otherTables(connection, table);
    if (others != null) {
      throw new WorkerSourceException(
          "a database with SQL functions must have only one worker table, but besides "
              + table
              + " there is "
              + others
              + "; name the table with its schema, and create a second one only if its ids cannot"
              + " collide with those of the first");
    }
  }

  @Override
  public Optional<String> role(Connection connection) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet row =
            query.executeQuery("select current_user where current_user <> session_user")) {
      return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
    }
  }

  /**
   * Asks the catalogue, because the search path may name several schemas, and a statement on a
   * missing table would put an error into the server's log.
   */
  @Override
  public Optional<String> find(Connection connection, String table) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(QUALIFIED)) {
      query.setString(1, table);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }

  private static @Nullable String otherTables(Connection connection, String table)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(OTHER_TABLES)) {
      query.setString(1, PostgresInstaller.unqualified(table));
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  @Override
  protected boolean hasIfNotExists() {
    return true;
  }

  @Override
  public Optional<String> updateReturning(String update, String columns) {
    return Optional.of(update + " returning " + columns);
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target) {
    return new PostgresInstaller(connection, target);
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(PostgresInstaller.script(target));
  }

  @Override
  public void uninstall(Connection connection) throws SQLException {
    PostgresInstaller.uninstall(connection);
  }

  /**
   * Returns the statement that removes the functions.
   *
   * @return SQL
   */
  public static String uninstallScript() {
    return PostgresInstaller.uninstallScript();
  }

  @Override
  public boolean issuesItself() {
    return true;
  }

  @Override
  public boolean commitsAtInstall() {
    return false;
  }
}
