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
 * Leases workers that are recorded in one table of a database that the application already has.
 *
 * <p>Uniqueness depends on conditional updates only: each write expects the number of the previous
 * write, the fence, so a late write is rejected. This holds under any isolation level. A holder
 * that has recorded nothing for a horizon, by the database's own clock, is presumed dead. If that
 * clock was ahead by more than a horizon when a row was written, its worker is leased only if no
 * other is free.
 *
 * <p>Each call borrows one connection for a moment, in a thread of its own, sets auto-commit mode,
 * and returns it as it was. Its statements name the schema in which the table was found first, so
 * the current schema of a later connection does not matter. A call never uses the connection of a
 * caller's transaction, not even if the data source binds those to threads. A data source that
 * chooses its database by thread, as for tenants, has to provide a fixed one here. One that always
 * returns the same connection must not be used: a transaction on it would be committed, and is
 * refused only where the driver tells.
 *
 * <p>A pool of one connection is enough as long as transactions hold it for no longer than two
 * thirds of the horizon; after that, calls for ids fail until it is free. If transactions may take
 * longer, use a separate data source with one connection that is opened when it is needed.
 *
 * <p>A call that gets no answer is given up after 10 to 40 s: it is cancelled, and if that does not
 * help, its connection is dropped. At most four calls are open on a data source at a time,
 * including those that hang; while four hang, further calls are rejected at once.
 *
 * <p>The database must keep what it committed. PostgreSQL does unless {@code synchronous_commit} is
 * off, MariaDB unless {@code innodb_flush_log_at_trx_commit} is not 1. H2 writes its files half a
 * second after a commit; here it is made to write at once, which only its administrators may do:
 * for other users set {@code WRITE_DELAY} to 0. An H2 database in memory ends with its last
 * connection, unless {@code DB_CLOSE_DELAY} is -1, or with its process.
 *
 * <p>Rows are never deleted, because they record what was issued. A database that was restored from
 * a backup has lost the grants since the backup: start generators when their clocks are past all
 * ids that were issued since.
 *
 * <p>HSQLDB, too, writes its files half a second after a commit; it is made to write at once from
 * then on. If only an administrator may do that, run {@code SET FILES WRITE DELAY FALSE}. SQLite
 * allows one writer at a time: while a transaction writes for longer than the horizon, the grant
 * cannot be extended.
 *
 * <p>Tested on H2, PostgreSQL, MariaDB, HSQLDB and SQLite; the statements are plain SQL. A source
 * is immutable: each {@code with...} method returns a changed copy. Safe for use by any number of
 * threads.
 */
public final class JdbcWorkerSource implements WorkerSource {

  /** The table that is used unless another is set. */
  public static final String DEFAULT_TABLE = TableName.DEFAULT_TABLE;

  /** The namespace that is used unless another is set. */
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
   * Creates a source that leases workers from a database.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a source of all workers in the table {@link #DEFAULT_TABLE} and the namespace {@link
   *     #DEFAULT_NAMESPACE}, which creates the table if it is missing
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
   * @param table its name, which may be qualified with its schema; parts with other characters than
   *     letters, digits and underscores are quoted as the database requires
   * @return a changed copy
   * @throws IllegalArgumentException if it is not such a name
   */
  public JdbcWorkerSource withTable(String table) {
    return new JdbcWorkerSource(
        dataSource, TableName.requireTable(table), namespace, share, creates);
  }

  /**
   * Returns a source that leases only some workers, its share. With disjoint shares, two
   * unconnected databases can serve one namespace: {@code 0-63} in one and {@code 64-127} in the
   * other.
   *
   * @param ranges numbers or ranges, as {@link WorkerShare#parse} reads them
   * @return a changed copy
   * @throws IllegalArgumentException if the text is anything else
   */
  public JdbcWorkerSource withWorkers(String ranges) {
    return new JdbcWorkerSource(dataSource, table, namespace, WorkerShare.parse(ranges), creates);
  }

  /**
   * Returns a source that creates a missing table when it leases its first worker, or one that does
   * not. A table that is missing later is an error.
   *
   * @param creates whether a missing table is created, as {@link #of} does. If false, the source
   *     waits ten seconds for it, because migrations may be running, and then fails with an error
   *     that says how to create it
   * @return a changed copy
   */
  public JdbcWorkerSource withTableCreation(boolean creates) {
    return new JdbcWorkerSource(dataSource, table, namespace, share, creates);
  }

  /**
   * Creates the table now, unless it exists, instead of when the first worker is leased: for
   * example, to list workers before. This does not depend on {@link #withTableCreation}. May be
   * called by several processes at once. Waits only a few seconds for open transactions of other
   * sessions that block it.
   *
   * @return this source
   * @throws WorkerSourceException if it cannot be created, or not in time
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
   * Lists the workers, for people.
   *
   * @return all workers that were ever held, in ascending order
   * @throws WorkerSourceException if the database fails
   */
  public List<WorkerInfo> workers() {
    return WorkerInfo.of(calls.call(TimeLimit.CALL, WorkerTable::read));
  }

  /**
   * Reads the database's clock.
   *
   * @return what it shows; never empty
   * @throws WorkerSourceException if the database fails
   */
  public Optional<Instant> storeTime() {
    return Optional.of(calls.call(TimeLimit.CALL, WorkerTable::now));
  }

  /**
   * Releases the worker of an owner that no longer runs, so that it can be leased again at once. If
   * the holder is alive after all, it can finish its grant but not record another; nothing is
   * issued twice.
   *
   * @param worker the worker
   * @return false if nobody holds it
   * @throws IllegalArgumentException if the worker was never held, or is reserved permanently
   * @throws WorkerSourceException if the database fails
   */
  public boolean release(int worker) {
    calls.call(TimeLimit.CALL, rows -> rows.read(worker)); // so that no table is created for this
    return workers.release(worker);
  }

  /**
   * Returns whether the table exists. It need not exist before the first generator is built.
   *
   * @return whether connections find it
   * @throws WorkerSourceException if the database fails
   */
  public boolean hasTable() {
    return calls.call(TimeLimit.CALL, WorkerTable::exists);
  }

  /**
   * Returns the address of the database, for people.
   *
   * @return its URL, without secrets; empty before the first connection
   */
  public Optional<String> database() {
    return calls.address();
  }

  /** Reaches the table for leases. */
  private final class Access implements RecordAccess<SQLException> {

    @Override
    public <T> T call(Work<T, SQLException> work) {
      return calls.use(TimeLimit.CALL, work::apply);
    }

    /** A table that was there may only be out of sight, as when it is renamed and back. */
    @Override
    public <T> T grant(Work<T, SQLException> work) {
      try {
        return calls.call(TimeLimit.GRANT, work::apply);
      } catch (MissingWorkerTableException e) {
        throw new WorkerRecordHiddenException(
            "worker record cannot be seen, because its table is missing ("
                + this
                + "); rename or restore the table; if it was deleted, "
                + afterLoss(),
            e);
      }
    }

    @Override
    public <T> T release(Work<T, SQLException> work) {
      return DatabaseCalls.last(() -> grant(work));
    }

    /** Most often, tests have reset the schema. */
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
