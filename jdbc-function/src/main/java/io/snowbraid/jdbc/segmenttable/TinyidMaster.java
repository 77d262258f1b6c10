package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.DatabaseCalls.FirstUse;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.segmenttable.CounterFormat.Row;
import io.snowbraid.segment.SegmentRejectedException;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database of Tinyid while the number of databases changes, and its rows as they were read. */
final class TinyidMaster {

  /** The place of a database that is not in a list. */
  static final int NONE = -1;

  private final int oldPlace;
  private final int newPlace;
  private final DatabaseCalls<TinyidTable> calls;
  private SortedMap<String, Row> rows = new TreeMap<>();

  /**
   * Creates a master.
   *
   * @param oldPlace its remainder before, or {@link #NONE}
   * @param newPlace its remainder after, or {@link #NONE}
   * @param newMasters how many masters there are after
   */
  TinyidMaster(DataSource dataSource, int oldPlace, int newPlace, int newMasters) {
    this.oldPlace = oldPlace;
    this.newPlace = newPlace;
    TinyidFormat format = new TinyidFormat(newMasters, Math.max(0, newPlace));
    this.calls =
        new DatabaseCalls<>(
            dataSource,
            StoreFailures.OF_SEGMENTS,
            "table="
                + format.tableName()
                + ", its place before="
                + oldPlace
                + ", after="
                + newPlace,
            FirstUse.REQUIRES,
            connection -> new TinyidTable(connection, format));
  }

  /** Reads all rows. */
  void read() {
    rows = run(TinyidTable::rows);
  }

  Collection<String> tags() {
    return rows.keySet();
  }

  /** Returns the row of a tag; null if there is none. */
  @Nullable Row row(String tag) {
    return rows.get(tag);
  }

  /** Checks that this is the master it is said to be. Rows may have been changed already. */
  void requirePlaces(int oldMasters, int newMasters) {
    rows.forEach(
        (tag, row) -> {
          boolean isOld = row.delta() == oldMasters && row.remainder() == oldPlace;
          boolean isNew = row.delta() == newMasters && row.remainder() == newPlace;
          if (oldPlace != NONE && !isOld && !isNew) {
            throw new SegmentRejectedException(
                "row of a tag must have the delta and remainder of its master: tag="
                    + tag
                    + ", delta="
                    + row.delta()
                    + ", remainder="
                    + row.remainder()
                    + ", masters before="
                    + oldMasters
                    + ", "
                    + this
                    + "; correct the list of masters or the row; nothing was changed");
          }
        });
  }

  /** Moves the counter of a tag up, and adds the row if this master is to have it. */
  void raise(String tag, long value) {
    Row row = rows.get(tag);
    boolean isNeeded = row == null ? newPlace != NONE : row.value() != value;
    if (isNeeded) {
      requireStopped(
          tag,
          run(
              table ->
                  row == null ? table.insert(tag, value, true) : table.replace(tag, row, value)));
    }
  }

  /** Checks that nobody has drawn. */
  void requireAt(String tag, long value) {
    Row row = rows.get(tag);
    requireStopped(tag, row == null ? newPlace == NONE : row.value() == value);
  }

  /** Sets the delta and remainder of a tag. */
  void assign(String tag, long step) {
    Row row = rows.get(tag);
    if (row != null && newPlace != NONE) {
      requireStopped(tag, run(table -> table.assign(tag, row, step)));
    }
  }

  private void requireStopped(String tag, boolean isUnchanged) {
    if (!isUnchanged) {
      throw new SegmentRejectedException(
          "draws must be stopped while the number of masters changes: tag="
              + tag
              + ", "
              + this
              + "; stop them, and change it again");
    }
  }

  private <T> T run(DatabaseCalls.Work<TinyidTable, T> work) {
    return calls.call(TimeLimit.GRANT, work);
  }

  @Override
  public String toString() {
    return calls.place();
  }
}
