package io.snowbraid.keyed;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Keeps the rows in memory. Several servers of a test may share it. */
public class MemoryKeyedStore implements KeyedStore {

  private final KeyedRows rows = new KeyedRows();
  private final ReentrantLock lock = new ReentrantLock();

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<ServerRecord> servers() {
    return locked(rows::servers);
  }

  @Override
  public boolean add(ServerRecord server) {
    return locked(() -> rows.add(server));
  }

  @Override
  public boolean replace(ServerRecord before, ServerRecord after) {
    return locked(() -> rows.replace(before, after));
  }

  @Override
  public boolean remove(ServerRecord ended) {
    return locked(() -> rows.remove(ended));
  }

  @Override
  public void createSlots() {
    locked(
        () -> {
          rows.put(rows.missingSlots());
          return rows;
        });
  }

  @Override
  public List<SlotRecord> slots() {
    return locked(rows::slots);
  }

  @Override
  public List<SlotRecord> slots(Collection<Integer> wanted) {
    return locked(() -> rows.slots(wanted));
  }

  @Override
  public BitSet replace(List<SlotRecord.Change> changes) {
    return locked(
        () -> {
          BitSet written = new BitSet();
          List<SlotRecord.Change> possible = rows.possible(changes);
          possible.forEach(change -> written.set(change.before().slot()));
          rows.put(possible.stream().map(SlotRecord.Change::after).toList());
          return written;
        });
  }

  /**
   * Writes rows without any condition, as somebody may do by hand.
   *
   * @param changed the rows
   */
  public void put(Collection<SlotRecord> changed) {
    locked(
        () -> {
          rows.put(changed);
          return changed;
        });
  }

  /**
   * Deletes the row of a slot, as somebody may do by hand.
   *
   * @param slot from 0 to 16,383
   */
  public void delete(int slot) {
    locked(
        () -> {
          rows.delete(slot);
          return rows;
        });
  }
}
