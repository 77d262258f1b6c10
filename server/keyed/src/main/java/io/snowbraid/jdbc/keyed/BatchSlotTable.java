package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.keyed.SlotRecord.Change;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Writes many slots by a batch of statements, in one transaction and in the order of the slots, so
 * that two servers never wait for each other's rows.
 */
final class BatchSlotTable extends SlotTable {

  BatchSlotTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table, namespace);
  }

  private String replaceSql() throws SQLException {
    return "update "
        + table()
        + " set bound = ?, holder = ?, version = ? where namespace = ? and slot = ?"
        + " and bound = ? and holder = ? and version = ?";
  }

  private void set(PreparedStatement update, Change change) throws SQLException {
    setRow(update, change.after());
    update.setLong(6, change.before().bound());
    update.setString(7, change.before().holder());
    update.setLong(8, change.before().version());
  }

  @Override
  BitSet replaceGroup(List<Change> group) throws SQLException {
    return inTransaction(
        () -> {
          int[] counts = batch(group);
          return Arrays.stream(counts).noneMatch(count -> count == Statement.SUCCESS_NO_INFO)
              ? written(group, counts)
              : written(group, oneByOne(group));
        });
  }

  private int[] batch(List<Change> group) throws SQLException {
    try (PreparedStatement update = prepare(replaceSql())) {
      for (Change change : group) {
        set(update, change);
        update.addBatch();
      }
      return update.executeBatch();
    }
  }

  /** Starts again without a batch, because the driver does not say which rows it has changed. */
  private int[] oneByOne(List<Change> group) throws SQLException {
    connection().rollback();
    int[] counts = new int[group.size()];
    try (PreparedStatement update = prepare(replaceSql())) {
      for (int i = 0; i < counts.length; i++) {
        set(update, group.get(i));
        counts[i] = update.executeUpdate();
      }
    }
    return counts;
  }

  private static BitSet written(List<Change> group, int[] counts) {
    BitSet written = new BitSet();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 1) {
        written.set(group.get(i).before().slot());
      }
    }
    return written;
  }
}
