package io.snowbraid.sequence;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Where the rows of slots and servers are kept. Each write is conditional, and durable when the
 * call returns. A call that throws may have been done, may be done later, or never.
 *
 * <p>Implementations are safe for use by any number of threads, and may block. Reads are not older
 * than the last write that was answered.
 */
public interface SequenceStore {

  /**
   * Reads the servers.
   *
   * @return all rows, in any order
   * @throws SequenceStoreException if the store fails
   */
  List<ServerRecord> servers();

  /**
   * Adds a server.
   *
   * @param server its row
   * @return false if there is a row with its id, which is unchanged then
   * @throws SequenceStoreException if the store fails
   */
  boolean add(ServerRecord server);

  /**
   * Writes a server's row, if it has not changed.
   *
   * @param before the row that was read; its id and its stamp have to be in the store
   * @param after the row as it is to be, with the same id
   * @return false if the row is another or is missing
   * @throws SequenceStoreException if the store fails
   */
  boolean replace(ServerRecord before, ServerRecord after);

  /**
   * Removes the row of a server that has ended.
   *
   * @param ended the row that was read; its id and its stamp have to be in the store
   * @return false if the row is another or is missing
   * @throws SequenceStoreException if the store fails
   */
  boolean remove(ServerRecord ended);

  /**
   * Creates the rows of all slots, unless there is at least one row of a slot. Either all are
   * created or none.
   *
   * @throws SequenceStoreException if the store fails
   */
  void createSlots();

  /**
   * Reads all slots.
   *
   * @return all rows, in the order of the slots; a row that was deleted is missing
   * @throws SequenceStoreException if the store fails
   */
  List<SlotRecord> slots();

  /**
   * Reads some slots.
   *
   * @param wanted their numbers
   * @return their rows, in the order of the slots; a row that was deleted is missing
   * @throws SequenceStoreException if the store fails
   */
  List<SlotRecord> slots(Collection<Integer> wanted);

  /**
   * Writes rows of slots, each if it is as expected, and independently of the others.
   *
   * @param changes at most one for each slot
   * @return the slots whose rows were written; the rows of the others were not as expected
   * @throws SequenceStoreException if the store fails; any of the rows may have been written
   */
  BitSet replace(List<SlotRecord.Change> changes);
}
