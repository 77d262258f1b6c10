package io.snowbraid.worker;

import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds a worker of a directory as long as it holds the worker's file lock.
 *
 * <p>The lock keeps other processes away. What the lock cannot detect shows in the record and the
 * lock file:
 *
 * <ul>
 *   <li>a foreign stamp: a clone of this process writes, too, or another holder took the worker;
 *   <li>no record, a damaged one, one with an earlier fence, or another lock file: the files were
 *       deleted or replaced, and it is no longer known what was issued.
 * </ul>
 */
final class FileLease implements WorkerLease {

  /** How long a deleted directory, or the writes of a clone, may stay unnoticed at most. */
  private static final Duration TRUST = Duration.ofSeconds(1);

  private final int worker;
  private final Path file;
  private final long[] found;
  private final ProcessFileLock lock;
  private final FileWorkerSource.Disk disk;
  private final LeaseStamps stamps;
  private final List<String> warnings;

  /** Serializes calls, because a release may come from any thread. */
  private final ReentrantLock turn = new ReentrantLock();

  private long fence;

  private FileLease(
      int worker,
      Path file,
      long[] found,
      ProcessFileLock lock,
      FileWorkerSource.Disk disk,
      LeaseStamps stamps,
      List<String> warnings,
      long fence) {
    this.worker = worker;
    this.file = file;
    this.found = found;
    this.lock = lock;
    this.disk = disk;
    this.stamps = stamps;
    this.warnings = warnings;
    this.fence = fence;
  }

  /** Creates a clone, as a snapshot of the memory does; it seems to hold the lock, too. */
  FileLease(FileLease original, FileLock lock) {
    this(
        original.worker,
        original.file,
        original.found,
        new ProcessFileLock(original.lock, lock),
        original.disk,
        original.stamps.copy(),
        original.warnings,
        original.fence);
  }

  /**
   * Takes a worker.
   *
   * @param before its present record
   * @param lock the lock of this worker
   * @param warnings what an operator should look at
   */
  static FileLease take(
      int worker,
      Path file,
      WorkerFile before,
      String owner,
      ProcessFileLock lock,
      FileWorkerSource.Disk disk,
      List<String> warnings)
      throws IOException {
    LeaseStamps stamps = new LeaseStamps();
    String stamp = stamps.next();
    WorkerFile mine = before.heldBy(owner, stamp);
    disk.write(mine, file);
    stamps.confirm(stamp);
    return new FileLease(worker, file, before.ticks(), lock, disk, stamps, warnings, mine.fence());
  }

  /** A call that reads or writes files. */
  private interface Call {
    boolean run() throws IOException;
  }

  private boolean inTurn(Call call) {
    turn.lock();
    try {
      return call.run();
    } catch (IOException e) {
      throw new WorkerSourceException(
          "record must be readable and writable: file="
              + file
              + ", "
              + e
              + "; repair the directory",
          e);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public int worker() {
    return worker;
  }

  @Override
  public long[] lastTicks() {
    return found.clone();
  }

  @Override
  public List<String> warnings() {
    return warnings;
  }

  @Override
  public boolean extend(long[] lastTicks) {
    return inTurn(() -> write(lastTicks, false));
  }

  @Override
  public Optional<Duration> recheckAfter() {
    return Optional.of(TRUST);
  }

  @Override
  public boolean isHeld() {
    return inTurn(() -> readMine() != null);
  }

  @Override
  public void release(long[] lastTicks) {
    boolean unused =
        inTurn(
            () -> {
              try {
                return write(lastTicks, true);
              } finally {
                lock.release(); // also if nothing was written: the last grant is in the record
              }
            });
  }

  /** Releases the lock without writing the record, as the end of the process does. */
  void abandon() {
    boolean unused =
        inTurn(
            () -> {
              lock.release();
              return true;
            });
  }

  private boolean write(long[] lastTicks, boolean isReleased) throws IOException {
    WorkerFile present = readMine();
    if (present == null) {
      return false;
    }
    String stamp = stamps.next();
    disk.write(present.after(stamp, lastTicks, isReleased), file);
    stamps.confirm(stamp);
    fence = present.fence() + 1;
    return true;
  }

  /** Returns the record; null if the worker is no longer held. */
  private @Nullable WorkerFile readMine() throws IOException {
    if (lock.isReleased()) {
      return null;
    }
    if (!lock.isInPlace()) {
      throw lost("lock file", lock + ", found=nothing or another file");
    }
    WorkerFile present = readPresent();
    if (!stamps.isOwn(present.stamp())) {
      lock.release();
      return null;
    }
    stamps.confirm(present.stamp());
    fence = present.fence();
    return present;
  }

  private WorkerFile readPresent() throws IOException {
    WorkerFile present;
    try {
      present = WorkerFile.read(file);
    } catch (DamagedRecordException e) {
      throw lost("record", String.valueOf(e.getMessage()));
    }
    if (present == null) {
      throw lost("record", file + ", found=nothing");
    }
    if (present.fence() < fence) {
      throw lost("record", file + ", fence=" + fence + ", found fence=" + present.fence());
    }
    return present;
  }

  private static WorkerRecordLostException lost(String what, String file) {
    return new WorkerRecordLostException(
        what
            + " was deleted or replaced while its worker was held: file="
            + file
            + "; stop all processes on the directory, and restore it as it was, or use a new one"
            + " once the clock is past all ids");
  }
}
