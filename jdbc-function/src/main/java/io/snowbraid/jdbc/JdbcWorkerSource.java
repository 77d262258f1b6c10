package io.snowbraid.jdbc;

import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.DatabaseCalls.FirstUse;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.StoreFailures.MissingWorkerTableException;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.jdbc.workertable.WorkerTable;
import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.RecordAccess;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Leases workers from a database table.
 *
 * <p>Uniqueness depends only on conditional updates: each write expects the fence of the previous
 * write, so a late write is rejected. This holds under any isolation level. A process that has
 * recorded nothing for a horizon, measured by the database clock, is presumed dead. If that clock
 * was more than a horizon ahead when a row was written, the row's worker is leased only if no other
 * is free.
 *
 * <p><b>Data sources.</b> Each call briefly borrows a connection on a background thread, so it
 * never joins the caller's transaction. It sets auto-commit mode and restores the connection's
 * state. Statements name the schema in which the table was first found, so connections may have
 * different current schemas. Two kinds of data sources are unsuitable:
 *
 * <ul>
 *   <li>One that chooses its database by thread, such as for tenants: pass a data source of a
 *       single database instead.
 *   <li>One that always returns the same connection: calls would commit the application's open
 *       transaction. They are rejected only if the driver reports the transaction.
 * </ul>
 *
 * <p>A pool of one connection suffices if transactions hold it for at most two thirds of the
 * horizon; after that, calls for ids fail until it is free. For longer transactions, use a separate
 * data source with one connection, opened on demand.
 *
 * <p>A call without an answer is abandoned after 10 to 40 seconds: it is cancelled, and if that
 * fails, its connection is dropped. At most four calls per data source are open at a time. While
 * four hang, further calls fail at once.
 *
 * <p><b>Databases</b> must keep committed writes:
 *
 * <ul>
 *   <li>PostgreSQL: {@code synchronous_commit} must not be off.
 *   <li>MariaDB: {@code innodb_flush_log_at_trx_commit} must be 1.
 *   <li>H2 writes files half a second after a commit. The source makes it write at once, which
 *       requires an administrator; for other users, set {@code WRITE_DELAY} to 0. An in-memory
 *       database disappears with its last connection (unless {@code DB_CLOSE_DELAY} is -1) or its
 *       process.
 *   <li>HSQLDB is like H2, but keeps writing at once from then on. If that requires an
 *       administrator, run {@code SET FILES WRITE DELAY FALSE}.
 *   <li>SQLite allows one writer at a time. While a transaction writes for longer than the horizon,
 *       the grant cannot be extended.
 * </ul>
 *
 * <p>Rows must not be deleted, because they record which ids may have been issued. A database
 * restored from a backup has lost all later grants: start generators only after their clocks have
 * passed all ids issued since.
 *
 * <p>Tested on H2, PostgreSQL, MariaDB, HSQLDB and SQLite; the statements are plain SQL.
 * Thread-safe and immutable: each {@code with...} method returns a changed copy.
 */
public final class JdbcWorkerSource implements WorkerSource {

  /** The default table. */
  public static final String DEFAULT_TABLE = TableName.DEFAULT_TABLE;

  /** The default namespace. */
  public static final String DEFAULT_NAMESPACE = TableName.DEFAULT_NAMESPACE;

  private final DataSource dataSource;
  private final String table;
  private final String namespace;
  private final WorkerShare share;
  private final boolean creates;
  private final RecordedWorkers<SQLException> workers;
  private final DatabaseCalls<WorkerTable> calls;

  private JdbcWorkerSource(
      DataSource dataSource, String table, String namespace, WorkerShare share, boolean creates) {
    this.workers = RecordedWorkers.of(new Access(), namespace).withWorkers(share);
    this.share = share;
    this.creates = creates;
    this.dataSource = dataSource;
    this.table = table;
    this.namespace = namespace;
    this.calls =
        new DatabaseCalls<>(
            dataSource,
            StoreFailures.OF_WORKERS,
            "table="
                + table
                + ", namespace="
                + namespace
                + (share == WorkerShare.ALL ? "" : ", workers=" + share),
            creates ? FirstUse.CREATES : FirstUse.AWAITS,
            borrowed -> new WorkerTable(borrowed, table, namespace));
  }

  /**
   * Creates a source of all workers in the table {@link #DEFAULT_TABLE} and the namespace {@link
   * #DEFAULT_NAMESPACE}. It creates the table if it is missing.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a new source
   */
  public static JdbcWorkerSource of(DataSource dataSource) {
    return new JdbcWorkerSource(
        dataSource, DEFAULT_TABLE, DEFAULT_NAMESPACE, WorkerShare.ALL, true);
  }

  /**
   * Returns a source with another namespace. Ids of one namespace are unique together.
   *
   * @param namespace a name of 1 to 64 characters; case matters
   * @return a changed copy
   * @throws IllegalArgumentException if the name is empty or too long
   */
  public JdbcWorkerSource withNamespace(String namespace) {
    return new JdbcWorkerSource(
        dataSource, table, TableName.requireNamespace(namespace), share, creates);
  }

  @Override
  public String namespace() {
    return namespace;
  }

  /**
   * Returns a source with another table.
   *
   * @param table the table's name, optionally qualified with a schema; parts with characters other
   *     than letters, digits and underscores are quoted as the database requires
   * @return a changed copy
   * @throws IllegalArgumentException if the name is malformed
   */
  public JdbcWorkerSource withTable(String table) {
    return new JdbcWorkerSource(
        dataSource, TableName.requireTable(table), namespace, share, creates);
  }

  /**
   * Returns a source that leases only a share of the workers. With disjoint shares, two unconnected
   * databases can serve one namespace: {@code 0-63} in one and {@code 64-127} in the other.
   *
   * @param ranges numbers or ranges, as read by {@link WorkerShare#parse}
   * @return a changed copy
   * @throws IllegalArgumentException if the ranges are malformed
   */
  public JdbcWorkerSource withWorkers(String ranges) {
    return new JdbcWorkerSource(dataSource, table, namespace, WorkerShare.parse(ranges), creates);
  }

  /**
   * Sets whether the source creates a missing table for its first worker. A table that disappears
   * later is an error.
   *
   * @param creates true by default. If false, the source waits ten seconds for the table, because
   *     migrations may be running, and then fails with a message that says how to create it
   * @return a changed copy
   */
  public JdbcWorkerSource withTableCreation(boolean creates) {
    return new JdbcWorkerSource(dataSource, table, namespace, share, creates);
  }

  /**
   * Creates the table now unless it exists, whatever {@link #withTableCreation} says: for example,
   * to list workers before any was leased. Several processes may call this at once. Waits only a
   * few seconds for other sessions' transactions.
   *
   * @return this source
   * @throws WorkerSourceException if the table cannot be created, or not in time
   */
  public JdbcWorkerSource createTableIfMissing() {
    calls.create();
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * @throws WorkerSourceException {@inheritDoc}; if the table is missing and may not be created,
   *     the message says how to create it
   */
  @Override
  public WorkerLease acquire(WorkerRequest request) {
    return workers.acquire(request);
  }

  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    return workers.claim(request, choice);
  }

  @Override
  public BlockNames blockNames() {
    return workers.blockNames();
  }

  /**
   * Lists the workers for display.
   *
   * @return all workers that were ever leased, in ascending order
   * @throws WorkerSourceException if the database fails
   */
  public List<WorkerInfo> workers() {
    return WorkerInfo.of(calls.call(TimeLimit.CALL, WorkerTable::read));
  }

  /**
   * Reads the database clock.
   *
   * @return the current time; never empty
   * @throws WorkerSourceException if the database fails
   */
  public Optional<Instant> storeTime() {
    return Optional.of(calls.call(TimeLimit.CALL, WorkerTable::now));
  }

  /**
   * Releases the worker of a process that no longer runs, so that it can be leased at once. If the
   * process is still running, it can finish its grant but not extend it, so no id is issued twice.
   *
   * @param worker the worker
   * @return false if the worker was already released
   * @throws IllegalArgumentException if the worker was never leased, or is permanently reserved
   * @throws WorkerSourceException if the database fails
   */
  public boolean release(int worker) {
    calls.call(TimeLimit.CALL, rows -> rows.read(worker)); // fails if the table is missing
    return workers.release(worker);
  }

  /**
   * Returns whether the table exists. It may be missing before the first generator is built.
   *
   * @return whether connections find the table
   * @throws WorkerSourceException if the database fails
   */
  public boolean hasTable() {
    return calls.call(TimeLimit.CALL, WorkerTable::exists);
  }

  /**
   * Returns the database's address for display.
   *
   * @return the JDBC URL without secrets; empty before the first connection
   */
  public Optional<String> database() {
    return calls.address();
  }

  /** Runs the statements of leases. */
  private final class Access implements RecordAccess<SQLException> {

    @Override
    public <T> T call(Work<T, SQLException> work) {
      return calls.use(TimeLimit.CALL, work::apply);
    }

    /** A table seen before may be missing only temporarily, such as during a rename. */
    @Override
    public <T> T grant(Work<T, SQLException> work) {
      try {
        return calls.call(TimeLimit.GRANT, work::apply);
      } catch (MissingWorkerTableException e) {
        throw new WorkerRecordHiddenException(
            "worker record cannot be seen, because its table is missing ("
                + this
                + "); rename or restore the table. If it was deleted, "
                + afterLoss(),
            e);
      }
    }

    @Override
    public <T> T release(Work<T, SQLException> work) {
      return DatabaseCalls.last(() -> grant(work));
    }

    /** The usual cause is a test suite that resets the schema. */
    @Override
    public String afterLoss() {
      return StoreFailures.OF_WORKERS.inTests() + RecordedWorkers.AFTER_LOSS;
    }

    @Override
    public String toString() {
      return JdbcWorkerSource.this.toString();
    }
  }

  @Override
  public String toString() {
    return "JdbcWorkerSource[" + calls.place() + "]";
  }
}
