package io.snowbraid.keyed;

import io.snowbraid.keyed.ServerRecord.State;
import io.snowbraid.keyed.SlotRecord.Change;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A store in memory with few slots. Not thread-safe. */
class SimulatedStore implements KeyedStore {

  private final Map<String, ServerRecord> servers = new TreeMap<>();
  private final Map<Integer, SlotRecord> slots = new TreeMap<>();
  private final int count;

  SimulatedStore(int count) {
    this.count = count;
  }

  @Override
  public List<ServerRecord> servers() {
    return List.copyOf(servers.values());
  }

  @Override
  public boolean add(ServerRecord server) {
    return servers.putIfAbsent(server.id(), server) == null;
  }

  @Override
  public boolean replace(ServerRecord before, ServerRecord after) {
    return isPresent(before) && servers.put(after.id(), after) != null;
  }

  @Override
  public boolean remove(ServerRecord ended) {
    return isPresent(ended) && servers.remove(ended.id()) != null;
  }

  private boolean isPresent(ServerRecord expected) {
    ServerRecord found = servers.get(expected.id());
    return found != null && found.stamp().equals(expected.stamp());
  }

  @Override
  public void createSlots() {
    if (slots.isEmpty()) {
      for (int slot = 0; slot < count; slot++) {
        slots.put(slot, SlotRecord.unused(slot));
      }
    }
  }

  @Override
  public List<SlotRecord> slots() {
    return List.copyOf(slots.values());
  }

  @Override
  public List<SlotRecord> slots(Collection<Integer> wanted) {
    List<SlotRecord> found = new ArrayList<>();
    wanted.stream().sorted().filter(slots::containsKey).map(slots::get).forEach(found::add);
    return found;
  }

  @Override
  public BitSet replace(List<Change> changes) {
    BitSet done = new BitSet();
    for (Change change : changes) {
      int slot = change.before().slot();
      if (isAsExpected(change)) {
        slots.put(slot, change.after());
        done.set(slot);
      }
    }
    return done;
  }

  /** Returns whether a row is as its change expects. */
  protected boolean isAsExpected(Change change) {
    return change.before().equals(slots.get(change.before().slot()));
  }

  /** Deletes the row of a slot, as somebody may do by hand. */
  void delete(int slot) {
    slots.remove(slot);
  }

  /** Writes the row of a slot, as somebody may do by hand. */
  void put(SlotRecord row) {
    slots.put(row.slot(), row);
  }

  SlotRecord row(int slot) {
    return slots.get(slot);
  }

  /** Returns whether a server may still write. */
  boolean isAlive(String id) {
    ServerRecord server = servers.get(id);
    return server != null && server.state() != State.ENDED;
  }
}
