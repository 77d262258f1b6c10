package io.snowbraid.worker;

import io.snowbraid.internal.DirectoryIdentity;
import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.FileFormat.LaterFormatException;
import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.internal.ProcessFileLock.LockException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leases workers that are recorded in a directory. Each worker has a lock file, which is locked as
 * long as its holder lives, and a {@linkplain WorkerFile record}. A process that looks for a worker
 * holds the lock of the directory meanwhile.
 *
 * @param share which workers may be leased
 * @param lockTimeout how long to wait for the directory's lock
 */
record FileWorkerSource(Path directory, WorkerShare share, Disk disk, Duration lockTimeout)
    implements WorkerSource {

  /** Dozens of processes that start at once on a busy machine take the lock one after another. */
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

  /** What to do if it is no longer known what was issued: the end of a message. */
  static final String IF_LOST =
      "; stop all processes on the directory and restore it (docs/promises.md, U3)";

  /** Locks, reads and writes the files of workers; tests interfere here. */
  interface Disk {

    /** Locks a file; returns null if another holder has the lock. */
    @Nullable ProcessFileLock tryLock(Path file) throws IOException;

    default @Nullable WorkerFile read(Path file) throws IOException {
      return WorkerFile.read(file);
    }

    default void write(WorkerFile record, Path file) throws IOException {
      record.write(file);
    }

    default void write(List<String> nameLines, Path file) throws IOException {
      DurableFile.write(file, nameLines);
    }
  }

  FileWorkerSource(Path directory, WorkerShare share) {
    this(directory, share, ProcessFileLock::tryLock);
  }

  FileWorkerSource(Path directory, WorkerShare share, Disk disk) {
    this(directory, share, disk, LOCK_TIMEOUT);
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    share.requireIn(request);
    return locked(real -> choose(real, request));
  }

  /**
   * {@inheritDoc} Claims are written under the directory's lock and the worker's, so no two
   * processes claim the same.
   */
  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    share.requireIn(request);
    return locked(real -> claim(real, request, choice));
  }

  @Override
  public BlockNames blockNames() {
    return new FileNames(this);
  }

  /** What is done while the directory is locked. */
  interface Work<T> {
    T apply(Path real) throws IOException;
  }

  <T> T locked(Work<T> work) {
    try {
      ProcessFileLock whole = DirectoryIdentity.lock(directory, "directory.lock", lockTimeout);
      try {
        return work.apply(whole.directory());
      } finally {
        whole.release();
      }
    } catch (DirectoryIdentity.LostException e) {
      throw new WorkerSourceException(e.getMessage() + IF_LOST, e);
    } catch (LockException | LaterFormatException e) {
      throw new WorkerSourceException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new WorkerSourceException(
          "directory must be readable and writable: directory="
              + directory
              + ", "
              + e
              + "; "
              + DurableFile.remedy(e, "repair it or name another one"),
          e);
    }
  }

  private WorkerLease choose(Path real, WorkerRequest request) throws IOException {
    WorkerDirectoryScan scan = WorkerDirectoryScan.of(real, request, share);
    Iterator<Integer> workers = scan.bestFirst().iterator();
    while (workers.hasNext()) {
      int worker = workers.next();
      ProcessFileLock lock = disk.tryLock(real.resolve("worker-" + worker + ".lock"));
      if (lock != null) {
        Path file = WorkerDirectoryScan.recordFile(real, worker);
        FileLease.Place place = new FileLease.Place(worker, file, lock, disk, scan.warnings());
        return lease(place, scan, request);
      }
    }
    throw scan.noneIsFree();
  }

  private LaneClaim claim(Path real, WorkerRequest request, LaneClaim.Choice choice)
      throws IOException {
    WorkerDirectoryScan scan = WorkerDirectoryScan.of(real, request, share);
    Iterator<LaneClaim> claims = scan.claims(choice).iterator();
    while (claims.hasNext()) {
      LaneClaim claim = claims.next();
      ProcessFileLock lock = disk.tryLock(real.resolve("worker-" + claim.worker() + ".lock"));
      if (lock != null) {
        try {
          record(claim, WorkerDirectoryScan.recordFile(real, claim.worker()), request);
          return claim;
        } finally {
          lock.release();
        }
      }
    }
    throw scan.noneIsUntouched();
  }

  private void record(LaneClaim claim, Path file, WorkerRequest request) throws IOException {
    WorkerFile found = disk.read(file);
    WorkerFile before = found == null ? WorkerFile.none(request) : found;
    disk.write(before.claimed(claim, new LeaseStamps().next()), file);
  }

  /** Takes a worker after locking it, because only then nobody else can write its record. */
  private static WorkerLease lease(
      FileLease.Place place, WorkerDirectoryScan scan, WorkerRequest request) throws IOException {
    try {
      WorkerFile found = place.read();
      WorkerFile before = found == null ? WorkerFile.none(request) : found;
      before.requireLayout(request, place.lock().directory());
      scan.removeRemains(place.file());
      return FileLease.take(place, before, request.owner());
    } catch (IOException | RuntimeException e) {
      place.lock().release();
      throw e;
    }
  }

  @Override
  public String toString() {
    return "FileWorkerSource[directory=" + directory + ", workers=" + share + "]";
  }
}
