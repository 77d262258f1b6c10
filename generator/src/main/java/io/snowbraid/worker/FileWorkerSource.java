package io.snowbraid.worker;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * Leases workers of a directory. Each worker has a {@linkplain WorkerFile record} and a lock file,
 * which its holder locks while it lives. A process holds the directory's lock while it acquires a
 * worker.
 *
 * @param workers the workers that may be leased
 */
record FileWorkerSource(WorkerDirectory directory, WorkerShare workers) implements WorkerSource {

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    workers.requireIn(request);
    return directory.locked(real -> lease(real, request));
  }

  /**
   * {@inheritDoc} A claim is written under the locks of the directory and the worker, so two
   * processes never claim the same ticks.
   */
  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    workers.requireIn(request);
    return directory.locked(real -> claim(real, request, choice));
  }

  @Override
  public BlockNames blockNames() {
    return new FileBlockNames(directory);
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
          scan.removeTemporaryFiles(file);
          return FileLease.take(place, lock, request);
        } catch (IOException | RuntimeException e) {
          lock.release();
          throw e;
        }
      }
    }
    throw scan.noFreeWorker();
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
    throw scan.noUnusedWorker();
  }

  /**
   * {@inheritDoc} A record's generated method would keep its class loader reachable through soft
   * references.
   */
  @Override
  public String toString() {
    return "FileWorkerSource[directory=" + directory + ", workers=" + workers + "]";
  }
}
