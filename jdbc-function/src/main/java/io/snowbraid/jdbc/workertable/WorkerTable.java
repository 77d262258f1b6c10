package io.snowbraid.jdbc.workertable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.StoreTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs the statements on the worker table, for one namespace, over one connection. Each statement
 * is atomic, and each write is conditional on the fence that was read.
 *
 * <p>Besides its workers, a namespace has one row with number -1. It exists before them, so that
 * its layout can be compared and the database's clock can be read.
 */
public final class WorkerTable extends StoreTable {

  /** The number of the row of the namespace itself. */
  public static final int NAMESPACE_ROW = -1;

  private final String namespace;

  public WorkerTable(BorrowedConnection borrowed, String table, String namespace)
      throws SQLException {
    super(borrowed, table, StoreFailures.OF_WORKERS);
    this.namespace = namespace;
  }

  @Override
  protected Optional<String> ddl() {
    return Optional.of(dialect().workerTableDdl(table()));
  }

  @Override
  protected String column() {
    return "worker";
  }

  @Override
  protected String context() {
    return ", namespace=" + namespace;
  }

  @Override
  protected void requireCreatable() throws SQLException {
    dialect().requireOnlyTable(connection(), table());
  }

  /** Reads all rows and the clock; empty if the namespace is new. */
  public NamespaceSnapshot read() throws SQLException {
    return read(select(), select -> select.setString(1, namespace), this::rows);
  }

  /** Reads one row and the clock; empty if there is no such row. */
  public NamespaceSnapshot read(int worker) throws SQLException {
    return read(
        select() + " and worker = ?",
        select -> {
          select.setString(1, namespace);
          select.setInt(2, worker);
        },
        this::rows);
  }

  private String select() {
    return "select worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at, "
        + dialect().clock()
        + " from "
        + table()
        + " where namespace = ?";
  }

  private NamespaceSnapshot rows(ResultSet result) throws SQLException {
    SortedMap<Integer, WorkerRow> rows = new TreeMap<>();
    Instant now = Instant.MIN;
    while (result.next()) {
      rows.put(
          result.getInt(1),
          WorkerRow.read(result, "table=" + table() + ", namespace=" + namespace));
      now = dialect().instant(result, WorkerRow.COLUMNS + 1);
    }
    return new NamespaceSnapshot(rows, now);
  }

  /** Reads the clock; the namespace's own row need not exist. */
  public Instant now() throws SQLException {
    try (PreparedStatement select = prepare(dialect().clockQuery());
        ResultSet row = select.executeQuery()) {
      row.next();
      return dialect().instant(row, 1);
    }
  }

  /** Adds a row; returns false if another process was faster. */
  public boolean insert(WorkerRow row) throws SQLException {
    String sql =
        "insert into "
            + table()
            + " (worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at, namespace)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    return write(
        sql,
        insert -> {
          row.write(insert);
          insert.setString(WorkerRow.COLUMNS + 1, namespace);
        });
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
            + table()
            + " set worker = ?, layout = ?, owner = ?, holder = ?, fence = ?, last_ticks = ?,"
            + " expires_at = ?, seen_at = ? where namespace = ? and worker = ? and fence = ?";
    return write(
        sql,
        update -> {
          row.write(update);
          update.setString(WorkerRow.COLUMNS + 1, namespace);
          update.setInt(WorkerRow.COLUMNS + 2, row.worker());
          update.setLong(WorkerRow.COLUMNS + 3, row.fence() - 1);
        });
  }
}
