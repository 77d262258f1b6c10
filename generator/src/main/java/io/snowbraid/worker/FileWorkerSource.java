package io.snowbraid.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Workers in a directory. For each there is a lock file, locked as long as its holder lives, and a
 * {@linkplain FileRecord record}. Who looks for a worker holds the lock of the directory meanwhile.
 */
record FileWorkerSource(Path directory) implements WorkerSource {

  /**
   * One thread of this process at a time: the locks of the system are between processes, and a
   * channel on a locked file that is closed anywhere in the process takes the lock away.
   */
  static final ReentrantLock PROCESS = new ReentrantLock();

  /** A worker that nobody holds. */
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
    PROCESS.lock();
    try {
      Path real = Files.createDirectories(directory).toRealPath();
      try (FileChannel channel = open(real.resolve("directory.lock"))) {
        FileLock unused = channel.lock(); // until the channel is closed
        return choose(real, claim);
      }
    } catch (IOException e) {
      throw new WorkerSourceException(
          "directory must be readable and writable: directory="
              + directory
              + ", "
              + e
              + "; mend it or name another",
          e);
    } finally {
      PROCESS.unlock();
    }
  }

  private WorkerLease choose(Path real, WorkerClaim claim) throws IOException {
    for (Candidate candidate : candidates(real, claim)) {
      Path lockFile = real.resolve("worker-" + candidate.worker() + ".lock");
      FileLock lock = HeldLocks.tryLock(lockFile);
      if (lock != null) {
        return lease(real, claim, candidate, lock);
      }
    }
    throw new WorkerSourceException(
        "a worker must be free: all "
            + claim.workers()
            + " of directory="
            + real
            + " are held by running processes; stop one, or take a layout with more workers");
  }

  private static WorkerLease lease(Path real, WorkerClaim claim, Candidate candidate, FileLock lock)
      throws IOException {
    try {
      FileRecord before = candidate.record();
      FileRecord mine =
          new FileRecord(
              claim.layout(),
              claim.owner(),
              UUID.randomUUID().toString(),
              before == null ? 1 : before.fence() + 1,
              false,
              before == null ? FileRecord.never(claim.lanes()) : before.lastTicks());
      Path file = recordFile(real, candidate.worker());
      mine.write(file);
      return new FileLease(candidate.worker(), file, mine, lock);
    } catch (IOException | RuntimeException e) {
      HeldLocks.release(lock);
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

  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }
}
