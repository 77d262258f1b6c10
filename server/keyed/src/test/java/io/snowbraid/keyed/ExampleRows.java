package io.snowbraid.keyed;

import io.snowbraid.keyed.SlotRecord.Change;
import java.time.Duration;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Rows of tests that do not extend the contract suite. */
final class ExampleRows {

  /** The id of a server. */
  static final String ONE = "1".repeat(40);

  private ExampleRows() {}

  /** Returns the row of a server that serves. */
  static ServerRecord server(String id, String stamp) {
    return new ServerRecord(
        id, "host:6379", Duration.ofSeconds(12), ServerRecord.State.SERVING, 0, stamp);
  }

  /** Returns a raise of an unused slot. */
  static Change raise(int slot) {
    return raise(SlotRecord.unused(slot));
  }

  /** Returns a raise of a slot by 1,000 numbers. */
  static Change raise(SlotRecord row) {
    return new Change(row, row.next(row.bound() + 1000, ONE));
  }

  /** Returns a set of slots. */
  static BitSet set(int... slots) {
    BitSet set = new BitSet();
    IntStream.of(slots).forEach(set::set);
    return set;
  }
}
