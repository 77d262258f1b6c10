package io.snowbraid.keyed;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A store's records in memory, and the conditions for writing one. Not thread-safe. */
final class KeyedRows {

  private final Map<String, ServerRecord> servers = new LinkedHashMap<>();
  private final @Nullable SlotRecord[] slots = new SlotRecord[KeySlot.COUNT];

  List<ServerRecord> servers() {
    return List.copyOf(servers.values());
  }

  boolean add(ServerRecord server) {
    return servers.putIfAbsent(server.id(), server) == null;
  }

  boolean replace(ServerRecord before, ServerRecord after) {
    ServerRecord.requireSame(before, after);
    boolean isCurrent = isCurrent(before);
    if (isCurrent) {
      servers.put(after.id(), after);
    }
    return isCurrent;
  }

  boolean remove(ServerRecord ended) {
    boolean isCurrent = isCurrent(ended);
    if (isCurrent) {
      servers.remove(ended.id());
    }
    return isCurrent;
  }

  private boolean isCurrent(ServerRecord server) {
    ServerRecord found = servers.get(server.id());
    return found != null && found.stamp().equals(server.stamp());
  }

  /**
   * Returns the records that {@link KeyedStore#createSlots} creates.
   *
   * @return all slots, unused; empty if there are records
   * @throws KeyedStoreException if records were deleted
   */
  List<SlotRecord> missingSlots() {
    if (Arrays.stream(slots).anyMatch(Objects::nonNull)) {
      return List.of();
    }
    if (!servers.isEmpty()) {
      throw new KeyedStoreException(
          "slot rows must not be deleted: slots=0, servers="
              + servers.size()
              + "; restore the rows and repair each slot above all numbers in use, or, if no number"
              + " per key was ever issued here, delete the server rows too");
    }
    return IntStream.range(0, KeySlot.COUNT).mapToObj(SlotRecord::unused).toList();
  }

  List<SlotRecord> slots() {
    return Arrays.stream(slots).filter(Objects::nonNull).toList();
  }

  List<SlotRecord> slots(Collection<Integer> wanted) {
    return wanted.stream()
        .sorted()
        .distinct()
        .map(slot -> slots[slot])
        .filter(Objects::nonNull)
        .toList();
  }

  /** Returns the changes whose records are as expected, ordered by slot. */
  List<SlotRecord.Change> possible(List<SlotRecord.Change> changes) {
    return SlotRecord.Change.inOrder(changes).stream()
        .filter(change -> change.before().equals(slots[change.before().slot()]))
        .toList();
  }

  void put(Collection<SlotRecord> rows) {
    rows.forEach(row -> slots[row.slot()] = row);
  }

  /** Deletes the record of a slot, as a user may do by hand. */
  void delete(int slot) {
    slots[slot] = null;
  }
}
