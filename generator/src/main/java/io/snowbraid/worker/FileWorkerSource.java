package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Workers in a directory. For each there is a lock file, locked as long as its holder lives, and a
 * {@linkplain FileRecord record}. Who looks for a worker holds the lock of the directory meanwhile.
 */
record FileWorkerSource(Path directory, Locks locks) implements WorkerSource {

  /** How workers are locked; tests let things happen at that moment. */
  interface Locks {

    /** Null if another holds the lock. */
    @Nullable HeldLock tryLock(Path file) throws IOException;
  }

  /** A worker that may be free, with what it may have recorded since. */
  private record Candidate(int worker, @Nullable FileRecord record) {

    /** The lower the better. */
    int rank(WorkerClaim claim) {
      if (record == null) {
        return 2;
      }
      int rank = record.owner().equals(claim.owner()) ? 0 : record.released() ? 1 : 3;
      return claim.canStart(record.ticks()) ? rank : rank + 4;
    }
  }

  @Override
  public WorkerLease acquire(WorkerClaim claim) {
    try {
      Path real = Files.createDirectories(directory).toRealPath();
      HeldLock whole = HeldLock.lock(real.resolve("directory.lock"));
      try {
        return choose(real, claim);
      } finally {
        whole.release();
      }
    } catch (IOException e) {
      throw new WorkerSourceException(
          "directory must be readable and writable: directory="
              + directory
              + ", "
              + e
              + "; mend it or name another",
          e);
    }
  }

  private WorkerLease choose(Path real, WorkerClaim claim) throws IOException {
    for (Candidate candidate : candidates(real, claim)) {
      Path lockFile = real.resolve("worker-" + candidate.worker() + ".lock");
      HeldLock lock = locks.tryLock(lockFile);
      if (lock != null) {
        return lease(real, claim, candidate.worker(), lock);
      }
    }
    throw new WorkerSourceException(
        "a worker must be free: all "
            + claim.workers()
            + " of directory="
            + real
            + " are held by running processes; stop one, or take a layout with more workers");
  }

  /** Takes a worker that is locked: only now nobody else can write its record any more. */
  private static WorkerLease lease(Path real, WorkerClaim claim, int worker, HeldLock lock)
      throws IOException {
    try {
      Path file = recordFile(real, worker);
      FileRecord before = FileRecord.read(file);
      if (before != null) {
        before.requireLayout(claim, real);
      }
      FileRecord mine =
          new FileRecord(
              claim.layout(),
              claim.owner(),
              UUID.randomUUID().toString(),
              before == null ? 1 : before.fence() + 1,
              false,
              before == null ? FileRecord.never(claim.lanes()) : before.lastTicks());
      mine.write(file);
      return new FileLease(worker, file, mine, lock);
    } catch (IOException | RuntimeException e) {
      lock.release();
      throw e;
    }
  }

  /** The best first; those that are held show only when their lock is tried. */
  private static List<Candidate> candidates(Path real, WorkerClaim claim) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    boolean isNewFound = false;
    for (int worker = 0; worker < claim.workers(); worker++) {
      FileRecord record = FileRecord.read(recordFile(real, worker));
      if (record != null) {
        record.requireLayout(claim, real);
      }
      if (record != null || !isNewFound) {
        candidates.add(new Candidate(worker, record));
        isNewFound |= record == null;
      }
    }
    candidates.sort(Comparator.comparing(candidate -> candidate.rank(claim)));
    return candidates;
  }

  private static Path recordFile(Path real, int worker) {
    return real.resolve("worker-" + worker + ".grant");
  }
}
