package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Runs the statements on the table of slots, for one namespace, over one connection. */
abstract class SlotTable extends KeyedTable {

  /** How many rows one statement or transaction writes at most, so that none takes long. */
  static final int GROUP = 250;

  /** How many slots are named in a query; if more are wanted, all are read. */
  private static final int MAX_NAMED = 1024;

  SlotTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table, namespace);
  }

  /** Returns the table, for the database that the connection leads to. */
  static SlotTable of(BorrowedConnection borrowed, String table, String namespace)
      throws SQLException {
    return Dialects.of(borrowed.connection()).hasArrays()
        ? new ArraySlotTable(borrowed, table, namespace)
        : new BatchSlotTable(borrowed, table, namespace);
  }

  /** Writes the rows of a group that are as expected, in one transaction. */
  abstract BitSet replaceGroup(List<Change> group) throws SQLException;

  @Override
  protected Optional<String> ddl(String name) {
    return Optional.of(
        dialect().tableDdl(SlotTable.class, JdbcKeyedStore.DEFAULT_SLOT_TABLE, name));
  }

  @Override
  protected String column() {
    return "slot";
  }

  /** Reads all slots, in their order. */
  List<SlotRecord> slots() throws SQLException {
    return read("between 0 and " + (KeySlot.COUNT - 1));
  }

  /** Reads some slots, in their order. */
  List<SlotRecord> slots(Collection<Integer> wanted) throws SQLException {
    TreeSet<Integer> sorted = new TreeSet<>(wanted);
    if (sorted.isEmpty()) {
      return List.of();
    }
    if (sorted.size() > MAX_NAMED) {
      return slots().stream().filter(row -> sorted.contains(row.slot())).toList();
    }
    return read("in " + list(sorted));
  }

  /** Lists numbers; their count is a power of 2, so that databases see few different statements. */
  private static String list(SortedSet<Integer> slots) {
    List<Integer> numbers = new ArrayList<>(slots);
    int count = Integer.highestOneBit(2 * slots.size() - 1);
    while (numbers.size() < count) {
      numbers.add(slots.last());
    }
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
  }

  private List<SlotRecord> read(String condition) throws SQLException {
    return read(
        "select slot, bound, holder, version from "
            + table()
            + " where namespace = ? and slot "
            + condition
            + " order by slot",
        select -> select.setString(1, namespace()),
        SlotTable::rows);
  }

  private static List<SlotRecord> rows(ResultSet result) throws SQLException {
    List<SlotRecord> rows = new ArrayList<>();
    while (result.next()) {
      rows.add(
          new SlotRecord(
              result.getInt(1), result.getLong(2), result.getString(3), result.getLong(4)));
    }
    return rows;
  }

  /** Returns whether there is no row. */
  boolean isEmpty() throws SQLException {
    return read(
        "select count(*) from " + table() + " where namespace = ?",
        select -> select.setString(1, namespace()),
        rows -> rows.next() && rows.getLong(1) == 0);
  }

  /** Returns the highest version of all rows; 0 if there is none. */
  long highestVersion() throws SQLException {
    return read(
        "select max(version) from " + table() + " where namespace = ?",
        select -> select.setString(1, namespace()),
        rows -> rows.next() ? rows.getLong(1) : 0);
  }

  /**
   * Writes rows that are as expected, and returns their slots.
   *
   * @param group at most {@link #GROUP} changes, in the order of their slots
   */
  final BitSet replace(List<Change> group) throws SQLException {
    return repeated(() -> replaceGroup(group));
  }

  /** Creates all rows; returns false if another session was faster. */
  final boolean insertAll() throws SQLException {
    try {
      inTransaction(this::insertRows);
      return true;
    } catch (SQLException e) {
      String state = dialect().state(e);
      if (SqlStates.isLostRace(state) || SqlStates.isTimedOut(state)) {
        return false; // the other session has written them, or has yet to commit
      }
      throw explained(e);
    }
  }

  /** Adds the first row, and then doubles what is there until all rows are, which are 2^14. */
  private int insertRows() throws SQLException {
    int count;
    try (PreparedStatement first = prepare(insertSql())) {
      setRow(first, SlotRecord.unused(0));
      count = first.executeUpdate();
    }
    while (count < KeySlot.COUNT) {
      requireNotGivenUp();
      try (PreparedStatement copy = prepare(copySql(count))) {
        copy.setString(1, namespace());
        count += copy.executeUpdate();
      }
    }
    return count;
  }

  private String copySql(int distance) throws SQLException {
    return "insert into "
        + table()
        + " (namespace, slot, bound, holder, version) select namespace, slot + "
        + distance
        + ", 0, '', 0 from "
        + table()
        + " where namespace = ?";
  }

  /** Creates a row that is missing; returns false if there is one. */
  boolean insert(SlotRecord row) throws SQLException {
    return write(insertSql(), insert -> setRow(insert, row));
  }

  private String insertSql() throws SQLException {
    return "insert into "
        + table()
        + " (bound, holder, version, namespace, slot) values (?, ?, ?, ?, ?)";
  }

  final void setRow(PreparedStatement statement, SlotRecord row) throws SQLException {
    statement.setLong(1, row.bound());
    statement.setString(2, row.holder());
    statement.setLong(3, row.version());
    statement.setString(4, namespace());
    statement.setInt(5, row.slot());
  }
}
