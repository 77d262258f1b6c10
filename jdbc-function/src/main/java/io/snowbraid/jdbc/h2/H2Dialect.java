package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The dialect of H2. Internal. */
@SuppressWarnings("exports") // public only for the list of dialects
public final class H2Dialect extends DatabaseDialect {

  private static final int ADMINISTRATORS_ONLY = 90040;

  /** Creates the dialect of H2, embedded or as a server. */
  public H2Dialect() {
    super("H2");
  }

  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) {
    return DriverMethods.of(
            connection, "org.h2.jdbc.JdbcConnection", "getSession", "hasPendingTransaction")
        .map(Boolean.TRUE::equals);
  }

  @Override
  public void force(Connection connection) throws SQLException {
    try (Statement checkpoint = connection.createStatement()) {
      checkpoint.execute("checkpoint sync"); // H2 writes a commit half a second later
    } catch (SQLException e) {
      boolean isFiltered = !SqlStates.origin(e).getClass().getName().startsWith("org.h2.");
      if (!isFiltered && e.getErrorCode() != ADMINISTRATORS_ONLY) {
        throw e;
      }
      warnOfLateCommits(
          isFiltered
              ? "a filter of the data source rejects CHECKPOINT SYNC"
              : "the H2 user is not an administrator",
          "have an administrator run SET WRITE_DELAY 0");
    }
  }

  /** H2 keeps a timeout for the whole connection, and its driver does not know what SQL has set. */
  @Override
  public boolean limitsStatements() {
    return false;
  }

  @Override
  public Optional<String> remedyForForgetting(Connection connection) throws SQLException {
    return connection.getMetaData().getURL().startsWith("jdbc:h2:mem:") && !isKept(connection)
        ? Optional.of(
            "add ;DB_CLOSE_DELAY=-1 to the URL, because H2 forgets a database in memory when its"
                + " last connection is closed")
        : Optional.empty();
  }

  private static boolean isKept(Connection connection) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet row =
            query.executeQuery(
                "select 1 from information_schema.settings where setting_name = 'DB_CLOSE_DELAY'"
                    + " and setting_value = '-1'")) {
      return row.next();
    }
  }

  @Override
  protected boolean hasIfNotExists() {
    return true;
  }

  @Override
  public Optional<String> updateReturning(String update, String columns) {
    return Optional.of("select " + columns + " from final table (" + update + ")");
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target) {
    return new H2Installer(this, connection);
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(H2Installer.SCRIPT);
  }

  @Override
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    return H2DatabaseName.local(connection);
  }
}
