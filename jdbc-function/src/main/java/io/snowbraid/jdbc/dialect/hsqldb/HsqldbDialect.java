package io.snowbraid.jdbc.dialect.hsqldb;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverState;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The dialect of HSQLDB.. */
public final class HsqldbDialect extends DatabaseDialect {

  private static final String SERVER = "jdbc:hsqldb:(hsqls?|https?)://.*";
  private static final String ADMINISTRATORS_ONLY = "42507";
  private static final int NOT_FOUND = -5501;

  /** Creates the dialect of HSQLDB, embedded or as a server. */
  public HsqldbDialect() {
    super("HSQL Database Engine");
  }

  @Override
  public void awaitTurnToCreate(Connection connection) throws SQLException {
    HsqldbSessions.awaitEndOfTransactions(connection);
  }

  @Override
  public boolean boundsNetwork() {
    return false;
  }

  @Override
  public String clockQuery() {
    return "values " + clock();
  }

  /**
   * Returns the state. HSQLDB uses one code for objects that are missing and objects that this user
   * may not access.
   */
  @Override
  public String state(SQLException e) {
    return e.getErrorCode() == NOT_FOUND ? NO_TABLE : super.state(e);
  }

  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) {
    return DriverState.of(
            connection, "org.hsqldb.jdbc.JDBCConnection", "getSession", "getTransactionSize")
        .map(changes -> !changes.equals(0));
  }

  @Override
  public void force(Connection connection) throws SQLException {
    try (Statement immediate = connection.createStatement()) {
      immediate.execute("set files write delay false"); // the default is half a second later
    } catch (SQLException e) {
      if (!ADMINISTRATORS_ONLY.equals(e.getSQLState())) {
        throw e;
      }
      warnOfLateCommits("let an administrator SET FILES WRITE DELAY FALSE");
    }
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target) {
    return new HsqldbInstaller(this, connection);
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(HsqldbInstaller.script());
  }

  @Override
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    String name = DatabaseName.of(connection);
    if (name.matches(SERVER)) {
      return Optional.empty();
    }
    return name.startsWith("jdbc:hsqldb:mem:")
        ? engine(connection).map(database -> LocalDatabase.inMemory(name, database, any -> false))
        : Optional.of(LocalDatabase.lasting(name));
  }

  /** Returns the engine; it does not say when it has ended, but it is collected then. */
  private static Optional<Object> engine(Connection connection) {
    return DriverState.of(
        connection, "org.hsqldb.jdbc.JDBCConnection", "getSession", "getDatabase");
  }
}
