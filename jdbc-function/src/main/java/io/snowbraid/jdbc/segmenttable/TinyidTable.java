package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.segmenttable.CounterFormat.Row;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs the statements that change the masters of Tinyid's rows. */
final class TinyidTable extends CounterTable {

  private final TinyidFormat format;

  TinyidTable(BorrowedConnection borrowed, TinyidFormat format) throws SQLException {
    super(borrowed, format.tableName(), format);
    this.format = format;
  }

  /** Reads all rows, by their tags. */
  SortedMap<String, Row> rows() throws SQLException {
    return read(
        "select " + format.columns() + ", " + format.tagColumn() + " from " + table(),
        select -> {},
        found -> {
          SortedMap<String, Row> rows = new TreeMap<>();
          while (found.next()) {
            rows.put(found.getString(Row.COLUMNS + 1), row(found));
          }
          return rows;
        });
  }

  /**
   * Makes a row that of the format's master, unless another write comes first.
   *
   * @param before the row as it was read
   */
  boolean assign(String tag, Row before, long step) throws SQLException {
    return write(
        "update "
            + table()
            + " set step = ?, delta = ?, remainder = ?"
            + format.alsoSet()
            + " where biz_type = ? and max_id = ? and version = ?",
        update -> {
          update.setLong(1, step);
          update.setInt(2, format.masters());
          update.setInt(3, format.remainder());
          update.setString(4, tag);
          update.setLong(5, before.value());
          update.setLong(6, before.version());
        });
  }
}
