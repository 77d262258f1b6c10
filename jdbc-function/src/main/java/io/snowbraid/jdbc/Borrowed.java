package io.snowbraid.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A connection of the application's, taken for a moment and given back as it was found. */
final class Borrowed implements AutoCloseable {

  /** So that a database that hangs does not hold up other generators of the process for long. */
  private static final int STATEMENT_SECONDS = 5;

  /** A network that swallows everything answers a statement's timeout neither. */
  private static final int NETWORK_MILLIS = 10_000;

  private final Connection connection;
  private final BooleanSupplier isAwaited;
  private boolean wasInTransactions;
  private @Nullable Integer foundNetworkMillis;
  private @Nullable Integer foundStatementSeconds;
  private @Nullable Schema foundSchema;

  Borrowed(Connection connection, BooleanSupplier isAwaited) {
    this.connection = connection;
    this.isAwaited = isAwaited;
  }

  /** Makes each statement a transaction, and bounds how long it may take. */
  void begin() throws SQLException {
    if (DatabaseKind.of(connection).boundsNetwork()) {
      boundNetwork();
    }
    if (!connection.getAutoCommit()) {
      connection.setAutoCommit(true);
      wasInTransactions = true;
    }
  }

  /**
   * Looks names up where the first connection of a source did.
   *
   * @param home set by the first
   */
  void enter(AtomicReference<@Nullable Schema> home) throws SQLException {
    Schema found = Schema.of(connection);
    Schema wanted = home.compareAndExchange(null, found);
    if (wanted != null && !wanted.equals(found)) {
      foundSchema = found;
      wanted.enter(connection);
    }
  }

  private void boundNetwork() throws SQLException {
    try {
      int found = connection.getNetworkTimeout();
      if (found == 0 || found > NETWORK_MILLIS) {
        connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
        foundNetworkMillis = found;
      }
    } catch (SQLFeatureNotSupportedException e) {
      // the caller does not wait for ever, whatever this connection does
    }
  }

  Connection connection() {
    return connection;
  }

  PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    if (foundStatementSeconds == null) {
      foundStatementSeconds = statement.getQueryTimeout();
    }
    statement.setQueryTimeout(STATEMENT_SECONDS);
    return statement;
  }

  /**
   * To be called between reading a row and writing it. Whoever was given up before must not go on:
   * it could read what was written after it, and overwrite that. If it is given up later, the fence
   * that it read is out of date as soon as the next write is answered.
   *
   * @throws SQLException if nobody waits for the result any more
   */
  void requireAwaited() throws SQLException {
    if (!isAwaited.getAsBoolean()) {
      throw new SQLException("call was given up", "HY008");
    }
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      restore();
    }
  }

  private void restore() throws SQLException {
    if (foundStatementSeconds != null) {
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(foundStatementSeconds); // of all its statements, in H2
      }
    }
    if (foundSchema != null) {
      foundSchema.enter(connection);
    }
    if (wasInTransactions) {
      connection.setAutoCommit(false);
    }
    if (foundNetworkMillis != null) {
      connection.setNetworkTimeout(Runnable::run, foundNetworkMillis);
    }
  }
}
