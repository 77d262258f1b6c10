package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.DatabaseCalls.FirstUse;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.segmenttable.CounterFormat.Row;
import io.snowbraid.segment.SegmentRejectedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;

/**
 * Changes the number of Tinyid's databases. First, all rows of a tag get the largest counter, up to
 * which numbers of any remainder may be in use. Only then do the rows get other remainders. The
 * change may therefore fail at any point and be repeated.
 */
public final class TinyidResizing {

  /** The place of a database that is not in the list. */
  private static final int NONE = -1;

  private final int oldMasters;
  private final int newMasters;
  private final List<Master> masters = new ArrayList<>();

  public TinyidResizing(List<DataSource> before, List<DataSource> after) {
    requireDistinct("before", before);
    requireDistinct("after", after);
    oldMasters = before.size();
    newMasters = after.size();
    for (int i = 0; i < oldMasters; i++) {
      masters.add(new Master(before.get(i), i, place(before.get(i), after)));
    }
    for (int i = 0; i < newMasters; i++) {
      if (place(after.get(i), before) == NONE) {
        masters.add(new Master(after.get(i), NONE, i));
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // equal data sources may be different databases
  private static int place(DataSource database, List<DataSource> list) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) == database) {
        return i;
      }
    }
    return NONE;
  }

  private static void requireDistinct(String name, List<DataSource> list) {
    for (int i = 0; i < list.size(); i++) {
      int place = place(list.get(i), list);
      if (place < i) {
        throw new IllegalArgumentException(
            "masters must be different, but %s has the same master at %d and %d"
                .formatted(name, place, i));
      }
    }
    if (list.isEmpty()) {
      throw new IllegalArgumentException(name + " must not be empty");
    }
  }

  /** Changes all rows; returns the tags. */
  public List<String> run() {
    masters.forEach(Master::read); // first, so that nothing is changed if one cannot be reached
    masters.forEach(Master::requirePlace);
    Set<String> tags = new TreeSet<>();
    masters.forEach(master -> tags.addAll(master.rows.keySet()));
    SortedMap<String, Long> values = largest(tags, Row::value);
    SortedMap<String, Long> steps = largest(tags, Row::step);
    values.forEach((tag, value) -> masters.forEach(master -> master.raise(tag, value)));
    masters.forEach(Master::read);
    values.forEach((tag, value) -> masters.forEach(master -> master.requireAt(tag, value)));
    steps.forEach((tag, step) -> masters.forEach(master -> master.assign(tag, step)));
    return List.copyOf(tags);
  }

  private SortedMap<String, Long> largest(Set<String> tags, ToLongFunction<Row> column) {
    SortedMap<String, Long> largest = new TreeMap<>();
    for (String tag : tags) {
      masters.stream()
          .map(master -> master.rows.get(tag))
          .filter(Objects::nonNull)
          .forEach(row -> largest.merge(tag, column.applyAsLong(row), Math::max));
    }
    return largest;
  }

  /** A database during the change, and its rows as read. */
  private final class Master {

    private final int oldPlace;
    private final int newPlace;
    private final DatabaseCalls<CounterTable> calls;
    private SortedMap<String, Row> rows = new TreeMap<>();

    /**
     * Creates a master.
     *
     * @param oldPlace the remainder before, or {@link #NONE}
     * @param newPlace the remainder after, or {@link #NONE}
     */
    Master(DataSource dataSource, int oldPlace, int newPlace) {
      this.oldPlace = oldPlace;
      this.newPlace = newPlace;
      CounterFormat format = CounterFormat.tinyid(newMasters, Math.max(0, newPlace));
      String table = format.tableName();
      this.calls =
          new DatabaseCalls<>(
              dataSource,
              StoreFailures.OF_SEGMENTS,
              "table=%s, its place before=%d, after=%d".formatted(table, oldPlace, newPlace),
              FirstUse.REQUIRES,
              connection -> new CounterTable(connection, table, format));
    }

    /** Reads all rows. */
    void read() {
      rows = calls.call(TimeLimit.GRANT, CounterTable::rows);
    }

    /** Checks that the rows match this master, before or after the change. */
    void requirePlace() {
      rows.forEach(
          (tag, row) -> {
            boolean isOld = row.delta() == oldMasters && row.remainder() == oldPlace;
            boolean isNew = row.delta() == newMasters && row.remainder() == newPlace;
            if (oldPlace != NONE && !isOld && !isNew) {
              throw new SegmentRejectedException(
                  "row of a tag must have the delta and remainder of its master (tag="
                      + tag
                      + ", delta="
                      + row.delta()
                      + ", remainder="
                      + row.remainder()
                      + ", masters before="
                      + oldMasters
                      + ", "
                      + calls.place()
                      + "), and nothing was changed; correct the list of masters or the row");
            }
          });
    }

    /** Advances a tag's counter, and adds the row if this master needs it. */
    void raise(String tag, long value) {
      Row row = rows.get(tag);
      if (row != null && row.value() != value) {
        write(tag, table -> table.replace(tag, row, value));
      } else if (row == null && newPlace != NONE) {
        write(tag, table -> table.insert(tag, value, true));
      }
    }

    /** Checks that no number was drawn meanwhile. */
    void requireAt(String tag, long value) {
      Row row = rows.get(tag);
      requireStopped(tag, row == null ? newPlace == NONE : row.value() == value);
    }

    /** Sets a tag's step, delta and remainder. */
    void assign(String tag, long step) {
      Row row = rows.get(tag);
      if (row != null && newPlace != NONE) {
        Row after = new Row(row.value(), row.version() + 1, step, newMasters, newPlace);
        write(tag, table -> table.assign(tag, row, after));
      }
    }

    private void write(String tag, DatabaseCalls.Work<CounterTable, Boolean> write) {
      requireStopped(tag, calls.call(TimeLimit.GRANT, write));
    }

    private void requireStopped(String tag, boolean isUnchanged) {
      if (!isUnchanged) {
        throw new SegmentRejectedException(
            "draws must be stopped while the number of masters changes (tag="
                + tag
                + ", "
                + calls.place()
                + "); stop them, and retry");
      }
    }
  }
}
