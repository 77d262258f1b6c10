package io.snowbraid.worker;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * Leases workers that are recorded in a directory. Each worker has a lock file, which is locked as
 * long as its holder lives, and a {@linkplain WorkerFile record}. A process that looks for a worker
 * holds the lock of the directory meanwhile.
 *
 * @param workers which workers may be leased
 */
record FileWorkerSource(WorkerDirectory directory, WorkerShare workers) implements WorkerSource {

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    workers.requireIn(request);
    return directory.locked(real -> lease(real, request));
  }

  /**
   * {@inheritDoc} Claims are written under the directory's lock and the worker's, so no two
   * processes claim the same.
   */
  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    workers.requireIn(request);
    return directory.locked(real -> claim(real, request, choice));
  }

  @Override
  public BlockNames blockNames() {
    return new FileNames(directory);
  }

  private WorkerLease lease(Path real, WorkerRequest request) throws IOException {
    WorkerDirectoryScan scan = new WorkerDirectoryScan(directory, real, request, workers);
    Iterator<Integer> best = scan.bestFirst().iterator();
    while (best.hasNext()) {
      int worker = best.next();
      ProcessFileLock lock = directory.tryLock(real, worker);
      if (lock != null) {
        Path file = WorkerDirectory.recordFile(real, worker);
        FileLease.Place place = new FileLease.Place(worker, file, directory, scan.warnings());
        try {
          scan.removeRemains(file);
          return FileLease.take(place, lock, request);
        } catch (IOException | RuntimeException e) {
          lock.release();
          throw e;
        }
      }
    }
    throw scan.noneIsFree();
  }

  private LaneClaim claim(Path real, WorkerRequest request, LaneClaim.Choice choice)
      throws IOException {
    WorkerDirectoryScan scan = new WorkerDirectoryScan(directory, real, request, workers);
    Iterator<LaneClaim> claims = scan.claims(choice).iterator();
    while (claims.hasNext()) {
      LaneClaim claim = claims.next();
      ProcessFileLock lock = directory.tryLock(real, claim.worker());
      if (lock != null) {
        try {
          Path file = WorkerDirectory.recordFile(real, claim.worker());
          WorkerFile before = WorkerFile.orNew(directory.read(file), request);
          directory.write(before.claimed(claim, new LeaseStamps().next()), file);
          return claim;
        } finally {
          lock.release();
        }
      }
    }
    throw scan.noneIsUntouched();
  }

  /** {@inheritDoc} That of the record would keep its class loader in memory, by soft references. */
  @Override
  public String toString() {
    return "FileWorkerSource[directory=" + directory + ", workers=" + workers + "]";
  }
}
