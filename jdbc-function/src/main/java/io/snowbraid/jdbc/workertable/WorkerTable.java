package io.snowbraid.jdbc.workertable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
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
public final class WorkerTable extends StoreTable implements WorkerRecords<SQLException> {

  private final String namespace;

  public WorkerTable(BorrowedConnection borrowed, String table, String namespace)
      throws SQLException {
    super(borrowed, table);
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

  @Override
  public NamespaceSnapshot read() throws SQLException {
    return read(select(), select -> select.setString(1, namespace), this::rows);
  }

  @Override
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
    SortedMap<Integer, WorkerRecord> rows = new TreeMap<>();
    Instant now = Instant.MIN;
    while (result.next()) {
      rows.put(
          result.getInt(1),
          WorkerColumns.read(result, "table=" + table() + ", namespace=" + namespace));
      now = dialect().instant(result, WorkerColumns.COUNT + 1);
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

  @Override
  public boolean insert(WorkerRecord row) throws SQLException {
    String sql =
        "insert into "
            + table()
            + " (worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at, namespace)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    return write(
        sql,
        insert -> {
          WorkerColumns.write(row, insert);
          insert.setString(WorkerColumns.COUNT + 1, namespace);
        });
  }

  @Override
  public boolean update(WorkerRecord row) throws SQLException {
    String sql =
        "update "
            + table()
            + " set worker = ?, layout = ?, owner = ?, holder = ?, fence = ?, last_ticks = ?,"
            + " expires_at = ?, seen_at = ? where namespace = ? and worker = ? and fence = ?";
    return write(
        sql,
        update -> {
          WorkerColumns.write(row, update);
          update.setString(WorkerColumns.COUNT + 1, namespace);
          update.setInt(WorkerColumns.COUNT + 2, row.worker());
          update.setLong(WorkerColumns.COUNT + 3, row.fence() - 1);
        });
  }
}
