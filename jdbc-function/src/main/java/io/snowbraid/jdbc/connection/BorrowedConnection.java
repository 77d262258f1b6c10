package io.snowbraid.jdbc.connection;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Borrows one of the application's connections and restores its state afterwards. */
public final class BorrowedConnection implements AutoCloseable {

  /**
   * Limits a statement so that a hanging database does not delay the process's other generators for
   * long.
   */
  private static final int STATEMENT_SECONDS = 5;

  /**
   * Limits a network read, because a statement timeout does not help if the network drops all
   * packets.
   */
  private static final int NETWORK_MILLIS = 10_000;

  /** The SQL state of an abandoned call: the standard's for a cancelled operation. */
  private static final String CANCELLED = "HY008";

  private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

  private final Connection connection;
  private final StoreFailures failures;
  private final BooleanSupplier isCancelled;
  private QualifiedNames names = new QualifiedNames();
  private @Nullable DatabaseDialect dialect;
  private boolean hadAutoCommitOff;
  private @Nullable Integer earlierNetworkMillis;

  private final ReentrantLock cancelling = new ReentrantLock();
  private boolean isClosed;

  /** The latest statement; null before the first. */
  private volatile @Nullable Statement statement;

  BorrowedConnection(Connection connection, StoreFailures failures, BooleanSupplier isCancelled) {
    this.connection = connection;
    this.failures = failures;
    this.isCancelled = isCancelled;
  }

  /**
   * Rejects a connection with uncommitted work, because enabling auto-commit would commit it.
   * Otherwise enables auto-commit and limits network reads.
   */
  void begin() throws SQLException {
    requireNotGivenUp();
    DatabaseDialect dialect = Dialects.ofStore(connection, address());
    this.dialect = dialect;
    if (dialect.hasUncommittedWork(connection).orElse(false)) {
      throw failures.failed(
          "data source gave a connection with an uncommitted transaction (database="
              + address()
              + "); to "
              + failures.use()
              + ", pass a data source that opens its own connections",
          null);
    }
    if (dialect.supportsNetworkTimeout()) {
      boundNetwork();
    }
    if (!connection.getAutoCommit()) {
      connection.setAutoCommit(true);
      hadAutoCommitOff = true;
    }
  }

  /**
   * Makes this connection find tables in the schemas where the source's other connections found
   * them.
   */
  void lookUpIn(QualifiedNames shared) {
    names = shared;
  }

  QualifiedNames names() {
    return names;
  }

  /** Returns the database address without secrets. No driver contacts the server for it. */
  String address() throws SQLException {
    String url = connection.getMetaData().getURL();
    return url == null ? "unknown" : DatabaseAddress.withoutSecrets(url);
  }

  /** Returns the failures to throw if the database fails. */
  StoreFailures failures() {
    return failures;
  }

  private void boundNetwork() throws SQLException {
    try {
      int found = connection.getNetworkTimeout();
      if (found == 0 || found > NETWORK_MILLIS) {
        connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
        earlierNetworkMillis = found;
      }
    } catch (SQLFeatureNotSupportedException e) {
      // the caller's wait is limited anyway
    }
  }

  /** Returns the connection. Its statements have a timeout and can be cancelled. */
  public Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            BorrowedConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(connection, arguments);
                if (result instanceof Statement made) {
                  register(made);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  private void register(Statement made) throws SQLException {
    if (dialect != null && dialect.limitsStatements()) {
      made.setQueryTimeout(STATEMENT_SECONDS);
    }
    statement = made;
    requireNotGivenUp(); // last, because an earlier cancel found no statement
  }

  /** Cancels the running statement. May be called from any thread, and may block. */
  void cancel() throws SQLException {
    Statement running = statement;
    if (running == null || !cancelling.tryLock()) {
      return; // no statement runs, or the connection is being returned
    }
    try {
      if (!isClosed) {
        running.cancel();
      }
    } finally {
      cancelling.unlock();
    }
  }

  /**
   * Makes the pool drop connections that a failure shows to be useless; pools do not recognize
   * these failures and would lend the connections again. If the database was closed, these are all
   * its connections. If it accepts no writes, such as a former primary after a failover, it is this
   * connection. Works with HikariCP and Agroal; other pools keep the connections.
   */
  void discardAfter(Exception failure, DataSource pool) {
    SQLException reason = SqlStates.reason(failure);
    if (reason == null) {
      return;
    }
    if (SqlStates.isClosed(reason)) {
      DriverMethods.of(pool, HIKARI, "getHikariPoolMXBean", "softEvictConnections");
    } else if (dialect != null && SqlStates.isReadOnly(dialect.state(reason))) {
      DriverMethods.find(pool, HIKARI)
          .ifPresent(
              hikari ->
                  DriverMethods.give(hikari, "evictConnection", Connection.class, connection));
    } else {
      return;
    }
    DriverMethods.call(connection, "getHandler", "setFlushOnly"); // Agroal's
  }

  /** Drops the connection. May be called from any thread, and may block. */
  void abort(Executor executor) throws SQLException {
    connection.abort(executor);
  }

  /**
   * Throws an exception if the call was abandoned. Call this between reading a row and writing it.
   * An abandoned call must not continue, because it could read what a later call wrote and
   * overwrite it. If the call is abandoned after this check, the next write makes the fence it has
   * read out of date.
   *
   * @throws SQLException if the call was abandoned
   */
  void requireNotGivenUp() throws SQLException {
    if (isCancelled.getAsBoolean()) {
      throw new SQLException("call was abandoned", CANCELLED);
    }
  }

  /** Returns whether a failure only means that the call was abandoned. */
  static boolean isCancellation(Throwable failure) {
    return failure instanceof SQLException e && CANCELLED.equals(e.getSQLState());
  }

  /**
   * Restores the connection's state and returns the connection. A late cancel must not affect the
   * connection's next user.
   */
  @Override
  public void close() throws SQLException {
    cancelling.lock();
    try (connection) {
      isClosed = true;
      if (hadAutoCommitOff) {
        connection.setAutoCommit(false);
      }
      if (earlierNetworkMillis != null) {
        connection.setNetworkTimeout(Runnable::run, earlierNetworkMillis);
      }
    } finally {
      cancelling.unlock();
    }
  }
}
