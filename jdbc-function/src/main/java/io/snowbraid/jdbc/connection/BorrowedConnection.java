package io.snowbraid.jdbc.connection;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A connection of the application's, taken for a moment and given back as it was found. */
public final class BorrowedConnection implements AutoCloseable {

  /** So that a database that hangs does not hold up other generators of the process for long. */
  private static final int STATEMENT_SECONDS = 5;

  /** A network that swallows everything answers a statement's timeout neither. */
  private static final int NETWORK_MILLIS = 10_000;

  /** The standard's code for an operation that was cancelled. */
  private static final String CANCELLED = "HY008";

  private final Connection connection;
  private final BooleanSupplier isAwaited;
  private boolean wasInTransactions;
  private @Nullable Integer foundNetworkMillis;
  private @Nullable Integer foundStatementSeconds;
  private @Nullable SchemaContext foundSchema;
  private volatile @Nullable DatabaseDialect dialect;

  private final ReentrantLock cancelling = new ReentrantLock();
  private boolean isClosed;

  /** What runs, if anything does. */
  private volatile @Nullable Statement statement;

  public BorrowedConnection(Connection connection, BooleanSupplier isAwaited) {
    this.connection = connection;
    this.isAwaited = isAwaited;
  }

  /** Makes each statement a transaction, and bounds how long it may take. */
  public void begin() throws SQLException {
    requireAwaited();
    DatabaseDialect found = Dialects.of(connection);
    dialect = found;
    if (found.boundsNetwork()) {
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
  public void enter(AtomicReference<@Nullable SchemaContext> home) throws SQLException {
    SchemaContext found = SchemaContext.of(connection);
    SchemaContext wanted = home.compareAndExchange(null, found);
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

  /** The connection; its statements are bounded and can be cancelled. */
  public Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            BorrowedConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> bounded(call(method, arguments)));
  }

  private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private @Nullable Object bounded(@Nullable Object result) throws SQLException {
    if (result instanceof Statement made) {
      if (foundStatementSeconds == null) {
        foundStatementSeconds = made.getQueryTimeout();
      }
      made.setQueryTimeout(STATEMENT_SECONDS);
      statement = made;
      requireAwaited();
    }
    return result;
  }

  /** Asks the database to end the statement that runs. From any thread; may block. */
  public void cancel() throws SQLException {
    Statement running = statement;
    if (running == null || !cancelling.tryLock()) {
      return; // none, or the connection goes back
    }
    try {
      if (!isClosed) {
        running.cancel();
      }
    } finally {
      cancelling.unlock();
    }
  }

  /** Drops the connection. From any thread; may block. */
  public void abort(Executor executor) throws SQLException {
    connection.abort(executor);
  }

  /** Whether an interrupt ends what hangs, and harms nothing. */
  public boolean heedsInterrupts() {
    DatabaseDialect found = dialect;
    return found != null && found.heedsInterrupts();
  }

  /**
   * To be called between reading a row and writing it. Whoever was given up before must not go on:
   * it could read what was written after it, and overwrite that. If it is given up later, the fence
   * that it read is out of date as soon as the next write is answered.
   *
   * @throws SQLException if nobody waits for the result any more
   */
  public void requireAwaited() throws SQLException {
    if (!isAwaited.getAsBoolean()) {
      throw new SQLException("call was given up", CANCELLED);
    }
  }

  /** Whether a failure only says that nobody waits any more. */
  public static boolean isGivenUp(Throwable failure) {
    return failure instanceof SQLException e && CANCELLED.equals(e.getSQLState());
  }

  /** A cancel that comes late must not meet the next user of the connection. */
  @Override
  public void close() throws SQLException {
    cancelling.lock();
    try (connection) {
      isClosed = true;
      restore();
    } finally {
      cancelling.unlock();
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
