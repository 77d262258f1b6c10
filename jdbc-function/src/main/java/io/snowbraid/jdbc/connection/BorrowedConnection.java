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

/** Borrows a connection of the application for a moment, and returns it as it was. */
public final class BorrowedConnection implements AutoCloseable {

  /**
   * Limits a statement, so that a database that hangs does not delay other generators of the
   * process for long.
   */
  private static final int STATEMENT_SECONDS = 5;

  /**
   * Limits a network read, because a statement's timeout does not help if the network drops
   * everything.
   */
  private static final int NETWORK_MILLIS = 10_000;

  /** The code of a call that was given up: the standard's for an operation that was cancelled. */
  private static final String GIVEN_UP = "HY008";

  private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

  private final Connection connection;
  private final StoreFailures failures;
  private final BooleanSupplier isGivenUp;
  private QualifiedNames names = new QualifiedNames();
  private @Nullable DatabaseDialect dialect;
  private boolean hadAutoCommitOff;
  private @Nullable Integer earlierNetworkMillis;

  private final ReentrantLock cancelling = new ReentrantLock();
  private boolean isClosed;

  /** The statement that was made last; null before the first. */
  private volatile @Nullable Statement statement;

  BorrowedConnection(Connection connection, StoreFailures failures, BooleanSupplier isGivenUp) {
    this.connection = connection;
    this.failures = failures;
    this.isGivenUp = isGivenUp;
  }

  /**
   * Refuses a connection with uncommitted work, which turning auto-commit on would commit; then
   * turns it on, and limits how long a network read may take.
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
    if (dialect.boundsNetwork()) {
      boundNetwork();
    }
    if (!connection.getAutoCommit()) {
      connection.setAutoCommit(true);
      hadAutoCommitOff = true;
    }
  }

  /** Looks up tables where other connections of the source did. */
  void lookUpIn(QualifiedNames shared) {
    names = shared;
  }

  QualifiedNames names() {
    return names;
  }

  /** Returns the address of the database, without secrets; no driver asks the server for it. */
  String address() throws SQLException {
    String url = connection.getMetaData().getURL();
    return url == null ? "unknown" : DatabaseAddress.withoutSecrets(url);
  }

  /** Returns what is thrown if the database fails. */
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
      // the caller's own wait is limited, whatever this connection does
    }
  }

  /** Returns the connection; its statements are limited and can be cancelled. */
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
    requireNotGivenUp(); // last, because a cancel that came before found nothing to cancel
  }

  /**
   * Asks the database to cancel the statement that runs. May be called from any thread, and may
   * block.
   */
  void cancel() throws SQLException {
    Statement running = statement;
    if (running == null || !cancelling.tryLock()) {
      return; // none runs, or the connection is being returned
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
   * Has the pool drop what a failure shows to be of no more use, because pools do not know these
   * failures, and would give it to the next caller: all connections to a database that was closed,
   * or this one if it leads to a database that takes no writes, such as the former primary after a
   * failover. HikariCP and Agroal can drop them; other pools keep them.
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
   * Throws an exception if the call was given up. Call it between reading a row and writing it. A
   * call that was given up before must not continue: it could read what a later call wrote, and
   * overwrite it. If it is given up later, the fence that it read is out of date as soon as the
   * next write is answered.
   *
   * @throws SQLException if the call was given up
   */
  void requireNotGivenUp() throws SQLException {
    if (isGivenUp.getAsBoolean()) {
      throw new SQLException("call was abandoned", GIVEN_UP);
    }
  }

  /** Returns whether a failure only means that the call was given up. */
  static boolean isGivenUp(Throwable failure) {
    return failure instanceof SQLException e && GIVEN_UP.equals(e.getSQLState());
  }

  /**
   * Returns the connection as it was. A late cancel must not hit the next user of the connection.
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
