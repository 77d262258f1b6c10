package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The dialect of HSQLDB. Internal. */
@SuppressWarnings("exports") // public only for the list of dialects
public final class HsqldbDialect extends DatabaseDialect {

  private static final String DRIVER = "org.hsqldb.jdbc.JDBCConnection";
  private static final String SERVER = "jdbc:hsqldb:(hsqls?|https?)://.*";
  private static final String ADMINISTRATORS_ONLY = "42507";
  private static final int NOT_FOUND = -5501;
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Administrators see all sessions, other users only their own. */
  private static final String OPEN_TRANSACTIONS =
      "select session_id from information_schema.system_sessions where transaction and session_id"
          + " <> session_id() and transaction_control() = 'MVCC'";

  /** Creates the dialect of HSQLDB, embedded or as a server. */
  public HsqldbDialect() {
    super("HSQL Database Engine");
  }

  /**
   * Waits until all transactions that are open now have ended; new ones may begin meanwhile.
   *
   * <p>Under MVCC, HSQLDB runs a DDL statement only after all open transactions have ended, and
   * later statements of all sessions queue behind it. Neither a timeout nor cancel, abort or an
   * interrupt can stop it. Therefore it must not start while transactions are open.
   */
  @Override
  public void awaitTurnToCreate(Connection connection) throws SQLException {
    long start = System.nanoTime();
    Set<Long> open = openTransactions(connection);
    while (!open.isEmpty()) {
      if (System.nanoTime() - start > MAX_WAIT.toNanos()) {
        throw new SQLTimeoutException(
            "nothing can be created while other sessions have open transactions, because HSQLDB"
                + " would block all sessions (sessions "
                + open
                + ", waited "
                + Durations.text(MAX_WAIT)
                + "); end these transactions, and retry",
            "HYT00");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      open.retainAll(openTransactions(connection));
    }
  }

  private static Set<Long> openTransactions(Connection connection) throws SQLException {
    Set<Long> sessions = new TreeSet<>();
    try (PreparedStatement select = connection.prepareStatement(OPEN_TRANSACTIONS);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        sessions.add(rows.getLong(1));
      }
    }
    return sessions;
  }

  @Override
  public boolean supportsNetworkTimeout() {
    return false;
  }

  @Override
  public String clockQuery() {
    return "values " + clock();
  }

  /** Returns the state. HSQLDB uses one code for missing objects and for inaccessible ones. */
  @Override
  protected String standardState(SQLException e) {
    return e.getErrorCode() == NOT_FOUND ? NO_TABLE : super.standardState(e);
  }

  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) {
    return DriverMethods.of(connection, DRIVER, "getSession", "getTransactionSize")
        .map(changes -> !changes.equals(0));
  }

  @Override
  public void force(Connection connection) throws SQLException {
    try (Statement immediate = connection.createStatement()) {
      immediate.execute("set files write delay false"); // the default is 0.5 s later
    } catch (SQLException e) {
      if (!ADMINISTRATORS_ONLY.equals(e.getSQLState())) {
        throw e;
      }
      warnOfLateCommits(
          "the HSQLDB user is not an administrator",
          "have an administrator run SET FILES WRITE DELAY FALSE");
    }
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target) {
    return new HsqldbInstaller(this, connection);
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(HsqldbInstaller.SCRIPT);
  }

  @Override
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    String name = LocalDatabase.name(connection);
    if (name.matches(SERVER)) {
      return Optional.empty();
    }
    return name.startsWith("jdbc:hsqldb:mem:") // the engine is collected with its database
        ? DriverMethods.of(connection, DRIVER, "getSession", "getDatabase")
            .map(database -> LocalDatabase.inMemory(name, database, any -> false))
        : Optional.of(LocalDatabase.lasting(name));
  }
}
