package io.snowbraid.cli;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.ServerRecord;
import io.snowbraid.keyed.SlotRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Lists the slots of each owner, and slots without an owner. */
final class SlotOwners {

  private static final String NONE = "-";

  private final Map<String, BitSet> slots = new LinkedHashMap<>();
  private final BitSet missing = new BitSet();

  SlotOwners(List<SlotRecord> rows) {
    missing.set(0, KeySlot.COUNT);
    for (SlotRecord row : rows) {
      missing.clear(row.slot());
      slots.computeIfAbsent(row.owner(), owner -> new BitSet()).set(row.slot());
    }
  }

  /** Returns how many slots have no row. */
  int missing() {
    return missing.cardinality();
  }

  /** Returns one row for each server, and one for slots without an owner. */
  List<Map<String, Object>> rows(List<ServerRecord> servers) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (ServerRecord server : servers) {
      BitSet held = slots.getOrDefault(server.id(), new BitSet());
      String state = server.state().name().toLowerCase(Locale.ROOT);
      rows.add(describe(server.id(), server.address(), state, server.moves(), held));
      slots.remove(server.id());
    }
    slots.forEach((owner, held) -> rows.add(withoutServer(owner, held)));
    if (!missing.isEmpty()) {
      rows.add(describe(NONE, NONE, "missing", NONE, missing));
    }
    return rows;
  }

  private static Map<String, Object> withoutServer(String owner, BitSet held) {
    return owner.equals(SlotRecord.UNOWNED)
        ? describe(NONE, NONE, "free", NONE, held)
        : describe(owner, NONE, "removed", NONE, held);
  }

  private static Map<String, Object> describe(
      String server, String address, String state, Object moves, BitSet held) {
    return ResultPrinter.row(
        "server", server,
        "address", address,
        "state", state,
        "moves", moves,
        "slots", held.cardinality(),
        "ranges", ranges(held));
  }

  /** Writes a set of slots as ranges, such as {@code 0-5460,7000}. */
  static String ranges(BitSet held) {
    List<String> ranges = new ArrayList<>();
    for (int from = held.nextSetBit(0); from >= 0; ) {
      int end = held.nextClearBit(from);
      ranges.add(end - from == 1 ? "" + from : from + "-" + (end - 1));
      from = held.nextSetBit(end);
    }
    return ranges.isEmpty() ? NONE : ranges.stream().collect(Collectors.joining(","));
  }
}
