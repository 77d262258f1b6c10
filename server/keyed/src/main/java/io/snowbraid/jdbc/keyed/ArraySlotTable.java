package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/**
 * Writes many slots by one statement, which takes their values from arrays.
 *
 * <p>The statement locks the rows in the order of the slots before it changes the first one.
 * Otherwise two servers that change the same slots could each wait for a row that the other has
 * locked.
 */
final class ArraySlotTable extends SlotTable {

  ArraySlotTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table, namespace);
  }

  private String replaceSql() throws SQLException {
    return """
    with change as (
      select * from unnest(?::integer[], ?::bigint[], ?::text[], ?::bigint[],
          ?::bigint[], ?::text[], ?::bigint[])
        as c(slot, bound, holder, version, new_bound, new_holder, new_version)
    ), locked as (
      select c.* from %1$s s join change c
        on s.slot = c.slot and s.bound = c.bound and s.holder = c.holder and s.version = c.version
        where s.namespace = ? order by s.slot for update of s
    )
    update %1$s s
      set bound = locked.new_bound, holder = locked.new_holder, version = locked.new_version
      from locked where s.namespace = ? and s.slot = locked.slot
      returning s.slot\
    """
        .formatted(table());
  }

  @Override
  BitSet replaceGroup(List<Change> group) throws SQLException {
    BitSet written = new BitSet();
    try (PreparedStatement update = prepare(replaceSql())) {
      setRows(update, 1, group, Change::before);
      setRows(update, 4, group, Change::after);
      setArray(update, 1, "integer", group, change -> change.before().slot());
      update.setString(8, namespace());
      update.setString(9, namespace());
      try (ResultSet rows = update.executeQuery()) {
        while (rows.next()) {
          written.set(rows.getInt(1));
        }
      }
    }
    dialect().force(connection());
    return written;
  }

  /** Sets three arrays of values after a parameter. */
  private void setRows(
      PreparedStatement update, int index, List<Change> group, Function<Change, SlotRecord> row)
      throws SQLException {
    setArray(update, index + 1, "bigint", group, change -> row.apply(change).bound());
    setArray(update, index + 2, "text", group, change -> row.apply(change).holder());
    setArray(update, index + 3, "bigint", group, change -> row.apply(change).version());
  }

  private void setArray(
      PreparedStatement update,
      int index,
      String type,
      List<Change> group,
      Function<Change, Object> value)
      throws SQLException {
    update.setArray(
        index, connection().createArrayOf(type, group.stream().map(value).toArray(Object[]::new)));
  }
}
