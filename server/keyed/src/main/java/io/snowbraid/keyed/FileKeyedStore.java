package io.snowbraid.keyed;

import static io.snowbraid.internal.Locks.holding;

import io.snowbraid.internal.DirectoryIdentity;
import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.FileFormat.LaterFormatException;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.internal.ProcessFileLock.LockException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slot records in a directory locked by this process, and all records in memory. Invariant: a
 * record is on disk before it is in memory, so a read never returns what a crash could undo.
 */
final class FileKeyedStore implements KeyedStore {

  private static final DirectoryIdentity IDENTITY =
      new DirectoryIdentity("sequences", "KeyedStore.acceptMove(directory)");

  private static final String LOG = "sequences.log";
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  /** The end of a message: the remedy for lost records, whose numbers are in use. */
  private static final String IF_LOST =
      "; stop all servers that use the directory, restore its latest state, call"
          + " KeyedStore.acceptMove(directory) once, and start one server again";

  /** The address of servers that owned slots when the directory was last used. */
  private static final String ENDED_ADDRESS = "unknown";

  private final Path directory;
  private final ReentrantLock access = new ReentrantLock();
  private @Nullable Open open;
  private boolean isClosed;

  FileKeyedStore(Path directory) {
    this.directory = directory;
  }

  private record Open(ProcessFileLock lock, KeyedRows rows, KeyedLog log) {

    static Open of(ProcessFileLock lock) throws IOException {
      KeyedRows rows = read(lock.directory());
      IDENTITY.require(lock.directory(), real -> rows.slots().isEmpty());
      return new Open(lock, rows, new KeyedLog(lock.directory().resolve(LOG), rows::slots));
    }

    void write(List<SlotRecord> changed) throws IOException {
      if (!changed.isEmpty()) {
        log.append(changed);
        rows.put(changed);
      }
    }
  }

  private interface Work<R> {
    R run() throws IOException;
  }

  static void acceptMove(Path directory) {
    explained(
        directory,
        () -> {
          ProcessFileLock lock = IDENTITY.lockReplaced(directory, MAX_WAIT);
          try {
            IDENTITY.accept(lock.directory());
            return directory;
          } finally {
            lock.release();
          }
        });
  }

  private static <R> R explained(Path directory, Work<R> work) {
    try {
      return work.run();
    } catch (DirectoryIdentity.LostException e) {
      throw new KeyedStoreException(e.getMessage() + IF_LOST, e);
    } catch (DirectoryIdentity.RejectedException | LaterFormatException e) {
      throw new KeyedStoreException(String.valueOf(e.getMessage()), e);
    } catch (LockException e) {
      throw new KeyedStoreException(
          "directory of sequences must be used by only one server at a time: directory="
              + directory
              + "; stop the other server, or give this one its own directory, or both a database",
          e);
    } catch (IOException e) {
      throw new KeyedStoreException(
          "directory must be readable and writable: directory="
              + directory
              + ", "
              + e
              + "; "
              + DurableFile.remedy(e, "repair it, and try again"),
          e);
    }
  }

  private static KeyedRows read(Path real) throws IOException {
    KeyedRows rows = new KeyedRows();
    try {
      byte[] file = Files.readAllBytes(real.resolve(LOG));
      KeyedFrames.rejectLater(file, real.resolve(LOG));
      rows.put(KeyedFrames.rows(file));
      rows.slots().forEach(row -> addEnded(rows, row.owner()));
    } catch (NoSuchFileException e) {
      requireNew(real);
      KeyedLog.create(real.resolve(LOG)); // before the identity, which says that the log must exist
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new KeyedStoreException(
          "sequences.log must be undamaged: directory="
              + real
              + ", "
              + e.getMessage()
              + "; restore the directory from a copy of its latest state, and call"
              + " KeyedStore.acceptMove(directory) once",
          e);
    }
    return rows;
  }

  private static void requireNew(Path real) {
    if (IDENTITY.isRecorded(real)) {
      throw new KeyedStoreException(
          "sequences.log must not be deleted: directory="
              + real
              + "; restore it, or use another directory");
    }
  }

  private static void addEnded(KeyedRows rows, String owner) {
    if (!owner.equals(SlotRecord.UNOWNED)) {
      rows.add(
          new ServerRecord(
              owner,
              ENDED_ADDRESS,
              Duration.ZERO,
              ServerRecord.State.ENDED,
              0,
              UUID.randomUUID().toString()));
    }
  }

  /** Work on records and their file. */
  private interface Use<R> {
    R of(Open open) throws IOException;
  }

  /**
   * Runs work while this process holds the directory's lock; opens the directory first if
   * necessary.
   */
  private <R> R use(Use<R> use) {
    return holding(access, () -> explained(directory, () -> use.of(open())));
  }

  private Open open() throws IOException {
    if (isClosed) {
      throw new KeyedStoreException(
          "keyed store is closed: directory=" + directory + "; open it again");
    }
    if (open == null) {
      ProcessFileLock lock = IDENTITY.lock(directory, MAX_WAIT);
      try {
        open = Open.of(lock);
      } catch (IOException | RuntimeException e) {
        lock.release();
        throw e;
      }
    }
    if (!open.lock().isInPlace()) {
      throw new KeyedStoreException(
          "sequences.lock must not be deleted or replaced: directory=" + directory + IF_LOST);
    }
    return open;
  }

  @Override
  public List<ServerRecord> servers() {
    return use(open -> open.rows().servers());
  }

  @Override
  public boolean add(ServerRecord server) {
    return use(open -> open.rows().add(server));
  }

  @Override
  public boolean replace(ServerRecord before, ServerRecord after) {
    return use(open -> open.rows().replace(before, after));
  }

  @Override
  public boolean remove(ServerRecord ended) {
    return use(open -> open.rows().remove(ended));
  }

  @Override
  public void createSlots() {
    use(
        open -> {
          List<SlotRecord> missing = open.rows().missingSlots();
          open.write(missing);
          return missing;
        });
  }

  @Override
  public List<SlotRecord> slots() {
    return use(open -> open.rows().slots());
  }

  @Override
  public List<SlotRecord> slots(Collection<Integer> wanted) {
    return use(open -> open.rows().slots(wanted));
  }

  @Override
  public BitSet replace(List<SlotRecord.Change> changes) {
    return use(
        open -> {
          List<SlotRecord.Change> possible = open.rows().possible(changes);
          open.write(possible.stream().map(SlotRecord.Change::after).toList());
          BitSet written = new BitSet();
          possible.forEach(change -> written.set(change.before().slot()));
          return written;
        });
  }

  @Override
  public void close() {
    holding(
        access,
        () -> {
          isClosed = true;
          return explained(directory, this::closeFiles);
        });
  }

  private Path closeFiles() throws IOException {
    Open last = open;
    if (last != null) {
      open = null;
      try {
        last.log().close();
      } finally {
        last.lock().release();
      }
    }
    return directory;
  }

  @Override
  public String toString() {
    return "numbers per key in directory " + directory;
  }
}
