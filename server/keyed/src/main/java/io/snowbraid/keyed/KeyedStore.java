package io.snowbraid.keyed;

import io.snowbraid.internal.NamedDirectory;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Where the rows of slots and servers are kept. Implement it for other stores; {@code
 * KeyedStoreContract} in {@code snowbraid-keyed}, with the classifier {@code contract}, tests them.
 * Methods that are added later have a default implementation.
 *
 * <p>Each write is conditional, and durable when the call returns. A call that throws may have been
 * done, may be done later, or never. Reads are not older than the last write that was answered.
 *
 * <p>Implementations are safe for use by any number of threads. Calls may block; they are made in
 * background threads. A call should end well within the lease, whatever the store does, and throw a
 * {@link KeyedStoreException} if it fails.
 */
public interface KeyedStore extends AutoCloseable {

  /**
   * Reads the servers.
   *
   * @return all rows, in any order
   * @throws KeyedStoreException if the store fails
   */
  List<ServerRecord> servers();

  /**
   * Adds a server.
   *
   * @param server its row
   * @return false if there is a row with its id, which is unchanged then
   * @throws KeyedStoreException if the store fails
   */
  boolean add(ServerRecord server);

  /**
   * Writes a server's row, if it has not changed.
   *
   * @param before the row that was read; its id and its stamp have to be in the store
   * @param after the row as it is to be, with the same id
   * @return false if the row is another or is missing
   * @throws KeyedStoreException if the store fails
   */
  boolean replace(ServerRecord before, ServerRecord after);

  /**
   * Removes the row of a server that has ended.
   *
   * @param ended the row that was read; its id and its stamp have to be in the store
   * @return false if the row is another or is missing
   * @throws KeyedStoreException if the store fails
   */
  boolean remove(ServerRecord ended);

  /**
   * Creates the rows of all slots, unless there is at least one row of a slot. Either all are
   * created or none. Call it before a server is {@linkplain #add added}: a server without any slot
   * means that the rows of slots were deleted.
   *
   * @throws KeyedStoreException if there is no row of a slot, but one of a server; or if the store
   *     fails
   */
  void createSlots();

  /**
   * Reads all slots.
   *
   * @return all rows, in the order of the slots; a row that was deleted is missing
   * @throws KeyedStoreException if the store fails
   */
  List<SlotRecord> slots();

  /**
   * Reads some slots.
   *
   * @param wanted their numbers
   * @return their rows, in the order of the slots; a row that was deleted is missing
   * @throws KeyedStoreException if the store fails
   */
  List<SlotRecord> slots(Collection<Integer> wanted);

  /**
   * Writes rows of slots, each if it is as expected, and independently of the others.
   *
   * @param changes at most one for each slot
   * @return the slots whose rows were written; the rows of the others were not as expected
   * @throws IllegalArgumentException if there are two changes of one slot
   * @throws KeyedStoreException if the store fails; any of the rows may have been written
   */
  BitSet replace(List<SlotRecord.Change> changes);

  /**
   * Frees what the store holds open, if anything; then later calls fail. If it is closed already,
   * nothing happens.
   */
  @Override
  default void close() {}

  /**
   * Returns a store in a directory, for a single server. The first call of the store opens the
   * directory, which is then locked until the store is closed, or the process ends. Rows of slots
   * are forced to disk. Those of servers are in memory only, because the lock says who is alive. So
   * when the store is opened, each server that holds a slot has {@linkplain
   * ServerRecord.State#ENDED ended}.
   *
   * <p>A copied, moved or restored directory is rejected, by the inode of its lock file. Four cases
   * cannot be detected. The first is a backup written over the original files, or in their place if
   * the file system gives their inodes away again. The second is a snapshot of the file system or
   * the machine. The third is a directory that was deleted while no process used it, whose numbers
   * begin at 1 again. The last is a copy on a file system without inodes, as on Windows, which is
   * logged.
   *
   * @param directory where the records are; created if missing; on a local disk
   * @return a store, to be closed. Its calls fail if another server uses the directory, if it was
   *     copied, or if it is damaged or cannot be written; they are tried again
   * @throws IllegalArgumentException if the path is empty
   */
  static KeyedStore file(Path directory) {
    return new FileKeyedStore(NamedDirectory.require(directory));
  }

  /**
   * Declares that a copied, moved or restored directory is the original from now on. Call it once,
   * after making sure that nobody uses the former original and that these records are its last;
   * otherwise numbers are issued twice.
   *
   * @param directory a directory of {@link #file}
   * @throws KeyedStoreException if it is in use or cannot be written
   */
  static void acceptMove(Path directory) {
    FileKeyedStore.acceptMove(directory);
  }
}
