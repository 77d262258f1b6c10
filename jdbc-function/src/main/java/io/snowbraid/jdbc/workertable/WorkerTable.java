package io.snowbraid.jdbc.workertable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the worker table for one namespace, over one connection. Each statement is
 * atomic, and each write is conditional on the fence that was read.
 *
 * <p>Besides its workers, a namespace has a row with number -1, which is created first. It holds
 * the layout for comparison, and gives queries a row from which to read the database clock. Lower
 * numbers are block names, which may far outnumber workers.
 */
public final class WorkerTable extends StoreTable implements WorkerRecords<SQLException> {

  /** The number of a record's columns. */
  private static final int COLUMNS = 8;

  private final String namespace;

  public WorkerTable(BorrowedConnection borrowed, String table, String namespace)
      throws SQLException {
    super(borrowed, table);
    this.namespace = namespace;
  }

  @Override
  protected Optional<String> ddl(String name) {
    return Optional.of(dialect().workerTableDdl(name));
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
    dialect().requireOnlyTable(connection(), name());
  }

  @Override
  public NamespaceSnapshot read() throws SQLException {
    return readWhere("worker >= " + NamespaceSnapshot.NAMESPACE);
  }

  @Override
  public NamespaceSnapshot readNames() throws SQLException {
    return readWhere("worker < " + NamespaceSnapshot.NAMESPACE);
  }

  private NamespaceSnapshot readWhere(String condition) throws SQLException {
    return read(
        select() + " and " + condition, select -> select.setString(1, namespace), this::rows);
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

  private String select() throws SQLException {
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
      rows.put(result.getInt(1), record(result));
      now = dialect().instant(result, COLUMNS + 1);
    }
    return new NamespaceSnapshot(rows, now);
  }

  /**
   * Reads a row's columns.
   *
   * @throws WorkerSourceException if this library did not write the row
   */
  private WorkerRecord record(ResultSet row) throws SQLException {
    return new WorkerRecord(
        row.getInt(1),
        row.getString(2),
        text(row.getString(3)),
        text(row.getString(4)),
        row.getLong(5),
        ticks(row.getString(6), row.getInt(1)),
        row.getLong(7),
        row.getLong(8));
  }

  private List<Long> ticks(@Nullable String text, int worker) {
    try {
      return Arrays.stream(text(text).split(" ", -1)).map(Long::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new WorkerSourceException(
          "worker record is damaged (table="
              + name()
              + context()
              + ", worker="
              + worker
              + "): last_ticks must be numbers separated by spaces, but is "
              + text
              + "; restore the record",
          e);
    }
  }

  /** Returns an empty text for null, because some databases store empty texts as null. */
  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /** Sets a statement's first parameters, in the order of the columns. */
  private static void setColumns(PreparedStatement statement, WorkerRecord record)
      throws SQLException {
    statement.setInt(1, record.worker());
    statement.setString(2, record.layout());
    statement.setString(3, record.owner());
    statement.setString(4, record.holder());
    statement.setLong(5, record.fence());
    statement.setString(
        6, record.lastTicks().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    statement.setLong(7, record.expiresAt());
    statement.setLong(8, record.seenAt());
  }

  /** Reads the database clock. The namespace's row may be missing. */
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
          setColumns(insert, row);
          insert.setString(COLUMNS + 1, namespace);
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
          setColumns(update, row);
          update.setString(COLUMNS + 1, namespace);
          update.setInt(COLUMNS + 2, row.worker());
          update.setLong(COLUMNS + 3, row.fence() - 1);
        });
  }
}
