package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.segmenttable.CounterFormat.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import javax.sql.DataSource;

/**
 * Changes the number of Tinyid's databases. All rows of a tag get the largest counter first, up to
 * which numbers of any remainder may be in use; only then they get other remainders. So it may end
 * at any point and be begun again.
 */
public final class TinyidResizing {

  private final int oldMasters;
  private final int newMasters;
  private final List<TinyidMaster> masters = new ArrayList<>();

  public TinyidResizing(List<DataSource> before, List<DataSource> after) {
    requireDistinct("before", before);
    requireDistinct("after", after);
    oldMasters = before.size();
    newMasters = after.size();
    for (int i = 0; i < oldMasters; i++) {
      masters.add(new TinyidMaster(before.get(i), i, place(before.get(i), after), newMasters));
    }
    for (int i = 0; i < newMasters; i++) {
      if (place(after.get(i), before) == TinyidMaster.NONE) {
        masters.add(new TinyidMaster(after.get(i), TinyidMaster.NONE, i, newMasters));
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
    return TinyidMaster.NONE;
  }

  private static void requireDistinct(String name, List<DataSource> list) {
    for (int i = 0; i < list.size(); i++) {
      if (place(list.get(i), list) < i) {
        throw new IllegalArgumentException(
            "masters must be different: list="
                + name
                + ", places="
                + place(list.get(i), list)
                + " and "
                + i);
      }
    }
    if (list.isEmpty()) {
      throw new IllegalArgumentException("masters must be one or more: list=" + name);
    }
  }

  /** Changes all rows; returns the tags. */
  public List<String> run() {
    masters.forEach(TinyidMaster::read); // so nothing is changed if one cannot be reached
    masters.forEach(master -> master.requirePlaces(oldMasters, newMasters));
    TreeSet<String> tags = new TreeSet<>();
    masters.forEach(master -> tags.addAll(master.tags()));
    List<Highest> highest = tags.stream().map(this::highest).toList();
    highest.forEach(tag -> masters.forEach(master -> master.raise(tag.name(), tag.value())));
    masters.forEach(TinyidMaster::read);
    highest.forEach(tag -> masters.forEach(master -> master.requireAt(tag.name(), tag.value())));
    highest.forEach(tag -> masters.forEach(master -> master.assign(tag.name(), tag.step())));
    return List.copyOf(tags);
  }

  /** A tag's largest counter and step. */
  private record Highest(String name, long value, long step) {}

  private Highest highest(String tag) {
    List<Row> rows =
        masters.stream().map(master -> master.row(tag)).filter(Objects::nonNull).toList();
    return new Highest(
        tag,
        rows.stream().mapToLong(Row::value).max().orElseThrow(),
        rows.stream().mapToLong(Row::step).max().orElseThrow());
  }
}
