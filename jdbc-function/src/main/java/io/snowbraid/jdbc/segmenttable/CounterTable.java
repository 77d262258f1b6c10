package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.segment.Segment;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Runs the statements on a table of counters, over one connection. Each statement is a transaction
 * of its own, so no lock outlives it, even if this process stops between two of them.
 */
public class CounterTable extends StoreTable {

  private final CounterFormat format;

  public CounterTable(BorrowedConnection borrowed, String table, CounterFormat format)
      throws SQLException {
    super(borrowed, table);
    this.format = format;
  }

  @Override
  protected Optional<String> ddl() {
    return format.ddl(dialect(), table());
  }

  @Override
  protected String column() {
    return format.valueColumn();
  }

  /** Reads the row of a tag; empty if there is none. */
  Optional<CounterRow> read(String tag) throws SQLException {
    return read(
        "select " + format.columns() + " from " + table() + whereTag(),
        select -> select.setString(1, tag),
        rows -> rows.next() ? Optional.of(row(rows)) : Optional.empty());
  }

  /** Reads the columns of a row. */
  static CounterRow row(ResultSet rows) throws SQLException {
    return new CounterRow(
        rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getInt(4), rows.getInt(5));
  }

  /** Reads all tags, in alphabetical order. */
  public List<String> tags() throws SQLException {
    return read(
        "select " + format.tagColumn() + " from " + table(),
        select -> {},
        rows -> {
          TreeSet<String> tags = new TreeSet<>();
          while (rows.next()) {
            tags.add(rows.getString(1));
          }
          return List.copyOf(tags);
        });
  }

  /**
   * Sets the value of a row, unless another write comes first.
   *
   * @param before the row as it was read
   */
  boolean replace(String tag, CounterRow before, long value) throws SQLException {
    String sql = set() + whereTag() + " and " + format.valueColumn() + " = ?" + andVersion();
    return write(
        sql,
        update -> {
          update.setLong(1, value);
          update.setString(2, tag);
          update.setLong(3, before.value());
          if (format.hasVersion()) {
            update.setLong(4, before.version());
          }
        });
  }

  /** Moves a value up; returns false if it is not below. */
  boolean raise(String tag, long value) throws SQLException {
    return write(
        set() + whereTag() + " and " + format.valueColumn() + " < ?",
        update -> {
          update.setLong(1, value);
          update.setString(2, tag);
          update.setLong(3, value);
        });
  }

  /**
   * Adds a row.
   *
   * @param isLast whether a lost race is a failure
   * @return false if another process may have been faster
   */
  boolean insert(String tag, long value, boolean isLast) throws SQLException {
    try (PreparedStatement insert = prepare(format.insert(table()))) {
      format.insert(insert, tag, value);
      requireNotAbandoned();
      return isForced(insert.executeUpdate());
    } catch (SQLException e) {
      if (isLast && SqlStates.isLostRace(dialect().state(e))) {
        throw e;
      }
      requireLostRace(e);
      return false;
    }
  }

  /**
   * Draws with one statement, if the database and the table can do that.
   *
   * @return what was drawn; empty if nothing was
   */
  Optional<Segment> drawAtOnce(String tag, long count) throws SQLException {
    String value = format.valueColumn();
    String update =
        "update "
            + table()
            + " set "
            + value
            + " = "
            + value
            + " + ?"
            + format.alsoSet()
            + whereTag()
            + " and "
            + value
            + " between 0 and ?";
    Optional<String> query =
        format.drawsAtOnce()
            ? dialect().updateReturning(update, value + ", version")
            : Optional.empty();
    return query.isEmpty() ? Optional.empty() : drawn(query.get(), tag, count);
  }

  private Optional<Segment> drawn(String query, String tag, long count) throws SQLException {
    try (PreparedStatement update = prepare(query)) {
      update.setLong(1, count);
      update.setString(2, tag);
      update.setLong(3, Long.MAX_VALUE - count);
      requireNotAbandoned();
      Optional<Segment> segment = drawn(update, count);
      boolean unused = isForced(segment.isPresent() ? 1 : 0);
      return segment;
    } catch (SQLException e) {
      requireLostRace(e);
      return Optional.empty();
    }
  }

  /** Reads the result to its end, because SQLite commits only there. */
  private static Optional<Segment> drawn(PreparedStatement update, long count) throws SQLException {
    try (ResultSet rows = update.executeQuery()) {
      Optional<Segment> segment = Optional.empty();
      while (rows.next()) {
        segment = Optional.of(Segment.of(rows.getLong(1) - count, count, rows.getLong(2)));
      }
      return segment;
    }
  }

  private String set() {
    return "update " + table() + " set " + format.valueColumn() + " = ?" + format.alsoSet();
  }

  private String whereTag() {
    return " where " + format.tagColumn() + " = ?";
  }

  private String andVersion() {
    return format.hasVersion() ? " and version = ?" : "";
  }
}
