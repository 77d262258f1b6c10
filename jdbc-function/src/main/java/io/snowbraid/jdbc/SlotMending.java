package io.snowbraid.jdbc;

import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What mending makes of the rows of slots. Checks all of them before the first is written. */
final class SlotMending {

  /** The highest number that clients may set. */
  private static final long MAX_BOUND = 1L << 62;

  private final List<SlotRecord> rows;
  private final List<Change> changes = new ArrayList<>();
  private final List<SlotRecord> missing = new ArrayList<>();

  SlotMending(List<Integer> slots, List<SlotRecord> found, long bound, long version) {
    requireBound(slots.get(0), found, bound);
    rows =
        slots.stream()
            .map(slot -> new SlotRecord(slot, bound, SlotRecord.NOBODY, version))
            .toList();
    Map<Integer, SlotRecord> before =
        found.stream().collect(Collectors.toMap(SlotRecord::slot, row -> row));
    for (SlotRecord row : rows) {
      SlotRecord present = before.get(row.slot());
      if (present == null) {
        missing.add(row);
      } else {
        changes.add(new Change(present, row));
      }
    }
  }

  /** Returns the slots from the first to the last one. */
  static List<Integer> slots(int first, int last) {
    int from = SlotRecord.unused(first).slot(); // checks it
    int to = SlotRecord.unused(last).slot();
    if (from > to) {
      throw new IllegalArgumentException(
          "first slot must not be above the last one: first="
              + first
              + ", last="
              + last
              + "; exchange them");
    }
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  /** Names the highest bound, so that the next attempt succeeds. */
  private static void requireBound(int first, List<SlotRecord> found, long bound) {
    SlotRecord highest =
        found.stream()
            .max(Comparator.comparingLong(SlotRecord::bound))
            .orElse(SlotRecord.unused(first));
    if (bound > MAX_BOUND) {
      throw new IllegalArgumentException(
          "bound of a slot must be at most " + MAX_BOUND + ": slot=" + first + ", bound=" + bound);
    }
    long min = Math.max(0, highest.bound());
    if (bound < min) {
      throw new IllegalArgumentException(
          "bound of a slot must not go back: slot="
              + highest.slot()
              + ", bound="
              + bound
              + ", stored bound="
              + min
              + "; name a bound that is not below the stored one and all numbers in use");
    }
  }

  /** Returns the rows as they are to be. */
  List<SlotRecord> rows() {
    return rows;
  }

  /** Returns what has to be written over rows that there are. */
  List<Change> changes() {
    return changes;
  }

  /** Returns the rows that have to be created. */
  List<SlotRecord> missing() {
    return missing;
  }
}
