package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The statements for the slot table, for one namespace, over one connection. Records are written in
 * slot order, so that two servers cannot deadlock.
 */
final class SlotTable extends KeyedTable {

  /** How many records one statement or transaction writes, so that none takes long. */
  static final int GROUP = 250;

  /** How many slots a query names; above, it reads all slots. */
  private static final int MAX_NAMED = 1024;

  SlotTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table, namespace);
  }

  @Override
  protected Optional<String> ddl(String name) {
    return Optional.of(
        dialect().tableDdl(SlotTable.class, JdbcKeyedStore.DEFAULT_SLOT_TABLE, name));
  }

  @Override
  protected String column() {
    return "slot";
  }

  /** Reads all slots, in order. */
  List<SlotRecord> slots() throws SQLException {
    return read("between 0 and " + (KeySlot.COUNT - 1));
  }

  /** Reads some slots, in order. */
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

  /**
   * Lists slot numbers. The list's length is a power of 2, so that databases see few different
   * statements.
   */
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

  /** Returns whether there are no records. */
  boolean isEmpty() throws SQLException {
    return aggregate("count(*)") == 0;
  }

  /** Returns the highest version of all records; 0 if there are none. */
  long highestVersion() throws SQLException {
    return aggregate("max(version)");
  }

  private long aggregate(String function) throws SQLException {
    return read(
        "select " + function + " from " + table() + " where namespace = ?",
        select -> select.setString(1, namespace()),
        rows -> rows.next() ? rows.getLong(1) : 0);
  }

  /**
   * Writes the records that are as expected, and returns their slots.
   *
   * @param group at most {@link #GROUP} changes, ordered by slot
   */
  BitSet replace(List<Change> group) throws SQLException {
    return repeated(() -> replaceGroup(group));
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
    update.setString(7, change.before().owner());
    update.setLong(8, change.before().version());
  }

  private BitSet replaceGroup(List<Change> group) throws SQLException {
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

  /** Starts again without a batch, because the driver does not report which rows it changed. */
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

  /** Creates all records; returns false if another session was faster. */
  boolean insertAll() throws SQLException {
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

  /** Inserts one row, then doubles the rows until there are 2^14. */
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

  /** Creates a missing record; returns false if it exists. */
  boolean insert(SlotRecord row) throws SQLException {
    return write(insertSql(), insert -> setRow(insert, row));
  }

  private String insertSql() throws SQLException {
    return "insert into "
        + table()
        + " (bound, holder, version, namespace, slot) values (?, ?, ?, ?, ?)";
  }

  private void setRow(PreparedStatement statement, SlotRecord row) throws SQLException {
    statement.setLong(1, row.bound());
    statement.setString(2, row.owner());
    statement.setLong(3, row.version());
    statement.setString(4, namespace());
    statement.setInt(5, row.slot());
  }

  /** Writes in one transaction, durably. */
  private <T> T inTransaction(Attempt<T> work) throws SQLException {
    Connection connection = connection();
    connection.setAutoCommit(false);
    T result;
    try {
      result = work.run();
      requireNotGivenUp();
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      rollBack(e);
      throw e;
    }
    connection.setAutoCommit(true);
    dialect().force(connection);
    return result;
  }

  /** Rolls back. Auto-commit must not be restored before, because that would commit. */
  private void rollBack(Exception reason) {
    try {
      connection().rollback();
      connection().setAutoCommit(true);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
