package io.snowbraid.jdbc.workertable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.ConnectionLocation;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the statements on the worker table, for one namespace, over one connection. Each statement
 * is atomic, and each write is conditional on the fence that was read.
 *
 * <p>Besides its workers, a namespace has one row with number -1. It exists before them, so that
 * its layout can be compared and the database's clock can be read.
 */
public final class WorkerTable {

  /** The number of the row of the namespace itself. */
  public static final int NAMESPACE_ROW = -1;

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** How often a read is tried that the database rolls back in favour of a write. */
  private static final int READS = 100;

  /** How often creating the table is tried while another session creates it: for at least 2 s. */
  private static final int CREATIONS = 100;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final BorrowedConnection borrowed;
  private final Connection connection;
  private final String table;
  private final String namespace;
  private final DatabaseDialect dialect;

  public WorkerTable(BorrowedConnection borrowed, String table, String namespace)
      throws SQLException {
    this.borrowed = borrowed;
    this.connection = borrowed.connection();
    this.table = table;
    this.namespace = namespace;
    this.dialect = Dialects.of(connection);
  }

  /** Reads all rows and the clock; empty if the namespace is new. */
  public NamespaceSnapshot read() throws SQLException {
    try (PreparedStatement select = prepare(select())) {
      return read(select);
    }
  }

  /** Reads one row and the clock; empty if there is no such row. */
  public NamespaceSnapshot read(int worker) throws SQLException {
    try (PreparedStatement select = prepare(select() + " and worker = ?")) {
      select.setInt(2, worker);
      return read(select);
    }
  }

  private String select() {
    return "select worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at, "
        + dialect.clock()
        + " from "
        + table
        + " where namespace = ?";
  }

  private NamespaceSnapshot read(PreparedStatement select) throws SQLException {
    select.setString(1, namespace);
    int attempts = 0;
    while (true) {
      try (ResultSet rows = select.executeQuery()) {
        return rows(rows);
      } catch (SQLException e) {
        attempts++;
        if (attempts == READS
            || !SqlStates.isRolledBack(dialect.state(e))) { // serializable reads can fail, too
          throw explained(e);
        }
      }
    }
  }

  private NamespaceSnapshot rows(ResultSet result) throws SQLException {
    SortedMap<Integer, WorkerRow> rows = new TreeMap<>();
    Instant now = Instant.MIN;
    while (result.next()) {
      rows.put(
          result.getInt(1), WorkerRow.read(result, "table=" + table + ", namespace=" + namespace));
      now = dialect.instant(result, WorkerRow.COLUMNS + 1);
    }
    return new NamespaceSnapshot(rows, now);
  }

  /** Reads the clock; the namespace's own row need not exist. */
  public Instant now() throws SQLException {
    try (PreparedStatement select = prepare(dialect.clockQuery());
        ResultSet row = select.executeQuery()) {
      row.next();
      return dialect.instant(row, 1);
    }
  }

  /** Adds a row; returns false if another process was faster. */
  public boolean insert(WorkerRow row) throws SQLException {
    String sql =
        "insert into "
            + table
            + " (worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at, namespace)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = prepare(sql)) {
      row.write(insert);
      insert.setString(WorkerRow.COLUMNS + 1, namespace);
      borrowed.requireNotAbandoned();
      return isForced(insert.executeUpdate());
    } catch (SQLException e) {
      return requireLostRace(e);
    }
  }

  /**
   * Replaces a row.
   *
   * @param row the new row, whose fence is one more than the one that was read
   * @return false if another write came first
   */
  public boolean update(WorkerRow row) throws SQLException {
    String sql =
        "update "
            + table
            + " set worker = ?, layout = ?, owner = ?, holder = ?, fence = ?, last_ticks = ?,"
            + " expires_at = ?, seen_at = ? where namespace = ? and worker = ? and fence = ?";
    try (PreparedStatement update = prepare(sql)) {
      row.write(update);
      update.setString(WorkerRow.COLUMNS + 1, namespace);
      update.setInt(WorkerRow.COLUMNS + 2, row.worker());
      update.setLong(WorkerRow.COLUMNS + 3, row.fence() - 1);
      borrowed.requireNotAbandoned();
      return isForced(update.executeUpdate());
    } catch (SQLException e) {
      return requireLostRace(e);
    }
  }

  /**
   * Returns false, because nothing was written, if the failure is a lost race; otherwise throws it.
   */
  private boolean requireLostRace(SQLException e) throws SQLException {
    if (SqlStates.isLostRace(dialect.state(e))) {
      return false;
    }
    if (SqlStates.isReadOnly(dialect.state(e))) {
      throw readOnly(e);
    }
    throw e;
  }

  private boolean isForced(int rows) throws SQLException {
    if (rows == 1) {
      dialect.force(connection);
    }
    return rows == 1;
  }

  public void createIfMissing() throws SQLException {
    for (int attempt = 1; !exists() && !create(attempt == CREATIONS); attempt++) {
      LockSupport.parkNanos(PAUSE_NANOS); // until the other session has committed
    }
  }

  /**
   * Creates the table; returns false if another session was faster and may not have committed yet.
   */
  private boolean create(boolean isLast) throws SQLException {
    dialect.requireOnlyTable(connection, table);
    dialect.awaitTurnToCreate(connection);
    try (Statement create = connection.createStatement()) {
      create.execute(dialect.workerTableDdl(table));
      LOGGER.log(
          System.Logger.Level.INFO,
          "created the worker table: {0}, namespace={1}",
          place(),
          namespace);
      return true;
    } catch (SQLException e) {
      if (SqlStates.isGivenUp(dialect.state(e))) {
        throw heldUp(e);
      }
      if (SqlStates.isReadOnly(dialect.state(e))) {
        throw readOnly(e);
      }
      if ((isLast || !SqlStates.isLostRace(dialect.state(e))) && !exists()) {
        throw notCreated(e);
      }
      return false;
    }
  }

  private ReadOnlyStoreException readOnly(SQLException cause) throws SQLException {
    return new ReadOnlyStoreException(
        "worker database is read-only: "
            + place()
            + ", database says: "
            + cause.getMessage()
            + "; connect to the primary, or lease workers from another database",
        cause);
  }

  private WorkerSourceException heldUp(SQLException cause) {
    return new WorkerSourceException(
        "worker table could not be created in time: table="
            + table
            + "; "
            + TimeLimit.DDL.remedy()
            + ": "
            + cause.getMessage(),
        cause);
  }

  public boolean exists() throws SQLException {
    try (Statement select = connection.createStatement()) {
      select.executeQuery("select worker from " + table + " where 1 = 0").close();
      return true;
    } catch (SQLException e) {
      if (SqlStates.isNoTable(dialect.state(e))) {
        return false;
      }
      throw e;
    }
  }

  private MissingTableException missing(SQLException cause) throws SQLException {
    return new MissingTableException(
        "worker table does not exist: "
            + place()
            + "; create it:\n"
            + dialect.workerTableDdl(table),
        cause);
  }

  /** Returns the table and namespace, for people. */
  private String place() throws SQLException {
    ConnectionLocation place = ConnectionLocation.of(connection);
    return "table=" + table + ", " + (TableName.hasSchema(table) ? place.withoutSchema() : place);
  }

  private WorkerSourceException notCreated(SQLException cause) throws SQLException {
    return new WorkerSourceException(
        "worker table is missing and could not be created: "
            + place()
            + ", database says: "
            + cause.getMessage()
            + "; grant the user the privilege to create tables there, or have an administrator"
            + " create the table and grant the user SELECT, INSERT and UPDATE on it:\n"
            + dialect.workerTableDdl(table),
        cause);
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    try {
      return connection.prepareStatement(sql);
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  /**
   * Explains a failure. A missing table is reported when a statement is prepared or when it is run.
   */
  private SQLException explained(SQLException e) throws SQLException {
    if (SqlStates.isNoTable(dialect.state(e))) {
      throw missing(e);
    }
    return e;
  }
}
