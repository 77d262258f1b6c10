package io.snowbraid.keyed;

import io.snowbraid.internal.NamedDirectory;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Stores the records of slots and servers. To support another store, implement this interface and
 * run {@code KeyedStoreContract} from {@code snowbraid-keyed}, classifier {@code contract}. Methods
 * added later will have default implementations.
 *
 * <p>Each write is conditional, and durable when the call returns. The write of a call that throws
 * may have been made, may be made later, or never. Reads return at least the last confirmed write.
 *
 * <p>Implementations must be thread-safe. Calls run in background threads and may block. They
 * should return well within the lease, whatever the store does, and throw {@link
 * KeyedStoreException} on failure.
 */
public interface KeyedStore extends AutoCloseable {

  /**
   * Reads all servers.
   *
   * @return all records, in any order
   * @throws KeyedStoreException if the store fails
   */
  List<ServerRecord> servers();

  /**
   * Adds a server.
   *
   * @param server its record
   * @return false if a record with this id exists, which then stays unchanged
   * @throws KeyedStoreException if the store fails
   */
  boolean add(ServerRecord server);

  /**
   * Replaces a server's record if it has not changed.
   *
   * @param before the record as read; its id and stamp must match the stored record
   * @param after the new record, with the same id
   * @return false if the stored record differs or is missing
   * @throws KeyedStoreException if the store fails
   */
  boolean replace(ServerRecord before, ServerRecord after);

  /**
   * Removes the record of a stopped server.
   *
   * @param ended the record as read; its id and stamp must match the stored record
   * @return false if the stored record differs or is missing
   * @throws KeyedStoreException if the store fails
   */
  boolean remove(ServerRecord ended);

  /**
   * Creates the records of all slots, unless at least one exists. Creates all or none. Must be
   * called before a server is {@linkplain #add added}: servers without any slots mean that the slot
   * records were deleted.
   *
   * @throws KeyedStoreException if there are servers but no slots, or the store fails
   */
  void createSlots();

  /**
   * Reads all slots.
   *
   * @return all records, ordered by slot, without deleted ones
   * @throws KeyedStoreException if the store fails
   */
  List<SlotRecord> slots();

  /**
   * Reads some slots.
   *
   * @param wanted the slot numbers
   * @return their records, ordered by slot, without deleted ones
   * @throws KeyedStoreException if the store fails
   */
  List<SlotRecord> slots(Collection<Integer> wanted);

  /**
   * Writes slot records, each only if the stored record is as expected, and independently of the
   * others.
   *
   * @param changes at most one per slot
   * @return the slots whose records were written
   * @throws IllegalArgumentException if two changes have the same slot
   * @throws KeyedStoreException if the store fails; any of the records may have been written
   */
  BitSet replace(List<SlotRecord.Change> changes);

  /** Releases the store's resources, if any. Later calls fail; closing again has no effect. */
  @Override
  default void close() {}

  /**
   * Returns a store in a directory, for a single server. The first call opens and locks the
   * directory, until the store is closed or the process ends. Slot records are forced to disk.
   * Server records are kept in memory only, because the lock shows which server is alive: after
   * opening, the owners of all slots count as {@linkplain ServerRecord.State#ENDED ended}.
   *
   * <p>A copied, moved or restored directory is rejected, because its lock file has another inode.
   * These cases cannot be detected:
   *
   * <ul>
   *   <li>A backup is written over the original files, or in their place if the file system reuses
   *       inodes.
   *   <li>The file system or the machine is reset to a snapshot.
   *   <li>The directory is deleted while no process uses it. Its numbers start at 1 again.
   *   <li>The directory is copied on a file system without inodes, as on Windows. This is logged.
   * </ul>
   *
   * @param directory the directory, on a local disk; created if missing
   * @return a store, to be closed. Calls fail while another server uses the directory, or if it was
   *     copied, is damaged, or cannot be written. Later calls try again
   * @throws IllegalArgumentException if the path is empty
   */
  static KeyedStore file(Path directory) {
    return new FileKeyedStore(NamedDirectory.require(directory));
  }

  /**
   * Declares a copied, moved or restored directory to be the original. Before calling this, make
   * sure that the former original is no longer used and that the directory contains its latest
   * records. Otherwise numbers are issued twice.
   *
   * @param directory a directory of {@link #file}
   * @throws KeyedStoreException if it is in use or cannot be written
   */
  static void acceptMove(Path directory) {
    FileKeyedStore.acceptMove(directory);
  }
}
