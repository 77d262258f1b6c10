package io.snowbraid.worker;

import io.snowbraid.internal.FileFormat.LaterFormatException;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.internal.ProcessFileLock.LockException;
import java.io.IOException;
import java.nio.file.Files;
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

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  /** Locks and writes the files of workers; tests interfere here. */
  interface Disk {

    /** Locks a file; returns null if another holder has the lock. */
    @Nullable ProcessFileLock tryLock(Path file) throws IOException;

    default void write(WorkerFile record, Path file) throws IOException {
      record.write(file);
    }
  }

  FileWorkerSource(Path directory, WorkerShare share) {
    this(directory, share, ProcessFileLock::tryLock, LOCK_TIMEOUT);
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    share.requireIn(request);
    return locked(real -> choose(real, request));
  }

  /**
   * {@inheritDoc} Claims are written under the directory's lock and the worker's, so no two
   * processes claim a lane.
   */
  @Override
  public LaneClaim claimLane(WorkerRequest request) {
    share.requireIn(request);
    return locked(real -> claim(real, request));
  }

  /** What is done while the directory is locked. */
  private interface Work<T> {
    T apply(Path real) throws IOException;
  }

  private <T> T locked(Work<T> work) {
    try {
      Path real = Files.createDirectories(directory).toRealPath();
      ProcessFileLock whole = ProcessFileLock.lock(real.resolve("directory.lock"), lockTimeout);
      try {
        return work.apply(real);
      } finally {
        whole.release();
      }
    } catch (LockException | LaterFormatException e) {
      throw new WorkerSourceException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new WorkerSourceException(
          "directory must be readable and writable: directory="
              + directory
              + ", "
              + e
              + "; repair it or name another one",
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
        return lease(real, request, worker, lock, scan.warnings());
      }
    }
    throw scan.noneIsFree();
  }

  private LaneClaim claim(Path real, WorkerRequest request) throws IOException {
    WorkerDirectoryScan scan = WorkerDirectoryScan.of(real, request, share);
    Iterator<Integer> workers = scan.claimable().iterator();
    while (workers.hasNext()) {
      int worker = workers.next();
      ProcessFileLock lock = disk.tryLock(real.resolve("worker-" + worker + ".lock"));
      if (lock != null) {
        try {
          return claim(WorkerDirectoryScan.recordFile(real, worker), worker, request);
        } finally {
          lock.release();
        }
      }
    }
    throw scan.noneIsUntouched();
  }

  private LaneClaim claim(Path file, int worker, WorkerRequest request) throws IOException {
    WorkerFile found = WorkerFile.read(file);
    WorkerFile before = found == null ? WorkerFile.none(request) : found;
    int lane = before.unclaimedLane();
    disk.write(before.claimed(lane, new LeaseStamps().next()), file);
    return new LaneClaim(worker, lane);
  }

  /** Takes a worker after locking it, because only then nobody else can write its record. */
  private WorkerLease lease(
      Path real, WorkerRequest request, int worker, ProcessFileLock lock, List<String> warnings)
      throws IOException {
    try {
      Path file = WorkerDirectoryScan.recordFile(real, worker);
      WorkerFile found = WorkerFile.read(file);
      WorkerFile before = found == null ? WorkerFile.none(request) : found;
      before.requireLayout(request, real);
      return FileLease.take(worker, file, before, request.owner(), lock, disk, warnings);
    } catch (IOException | RuntimeException e) {
      lock.release();
      throw e;
    }
  }

  @Override
  public String toString() {
    return "FileWorkerSource[directory=" + directory + ", workers=" + share + "]";
  }
}
