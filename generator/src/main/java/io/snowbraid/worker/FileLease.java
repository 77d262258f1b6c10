package io.snowbraid.worker;

import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.LeaseStamps;
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
 *
 * <p>Any other failure is no answer, and takes nothing away. One write is made at a time, but the
 * record can be checked while a write hangs.
 */
final class FileLease implements WorkerLease {

  /** How long a deleted directory, or the writes of a clone, may stay unnoticed at most. */
  private static final Duration TRUST = Duration.ofSeconds(1);

  /**
   * How often a record is read until none of our writes was answered meanwhile. Where one thread
   * writes all the time and the machine is busy, ten reads were overtaken one after another.
   */
  private static final int READS = 100;

  private static final String NO_RECORD =
      "record was deleted or replaced while its worker was held: file=";
  private static final String NO_LOCK_FILE =
      "lock file was deleted or replaced while its worker was held: file=";

  /**
   * Where a worker is recorded.
   *
   * @param lock the lock of this worker
   * @param warnings what an operator should look at
   */
  record Place(
      int worker,
      Path file,
      ProcessFileLock lock,
      FileWorkerSource.Disk disk,
      List<String> warnings) {

    /** Reads the record; null if there is none. */
    @Nullable WorkerFile read() throws IOException {
      return disk.read(file);
    }
  }

  private final Place place;
  private final long[] found;
  private final OwnRecord own;

  /** Serializes writes, and the release of the lock, which comes from any thread. */
  private final ReentrantLock writing = new ReentrantLock();

  /** Whether another holder's stamp was found; then nothing is read or written any more. */
  private volatile boolean isForeign;

  private FileLease(Place place, long[] found, OwnRecord own) {
    this.place = place;
    this.found = found;
    this.own = own;
  }

  /** Creates a clone, as a snapshot of the memory does; it seems to hold the lock, too. */
  FileLease(FileLease original, FileLock lock) {
    this(
        new Place(
            original.place.worker(),
            original.place.file(),
            new ProcessFileLock(original.place.lock(), lock),
            original.place.disk(),
            original.place.warnings()),
        original.found,
        new OwnRecord(original.own));
  }

  /** Takes a worker with this present record. */
  static FileLease take(Place place, WorkerFile before, String owner) throws IOException {
    OwnRecord own = new OwnRecord();
    WorkerFile mine = before.heldBy(owner, own.nextStamp());
    place.disk().write(mine, place.file());
    own.confirm(mine);
    return new FileLease(place, before.ticks(), own);
  }

  /** What this holder knows of its record. Its lock is held for moments only, never for a file. */
  private static final class OwnRecord {

    private final ReentrantLock access = new ReentrantLock();
    private final LeaseStamps stamps;
    private long fence;
    private long confirmations;

    OwnRecord() {
      this.stamps = new LeaseStamps();
    }

    OwnRecord(OwnRecord original) {
      this.stamps = original.stamps.copy();
      this.fence = original.fence;
    }

    String nextStamp() {
      access.lock();
      try {
        return stamps.next();
      } finally {
        access.unlock();
      }
    }

    /** Notes that a record of this holder is on disk. */
    void confirm(WorkerFile mine) {
      access.lock();
      try {
        note(mine);
      } finally {
        access.unlock();
      }
    }

    private void note(WorkerFile mine) {
      if (mine.fence() > fence) {
        stamps.confirm(mine.stamp());
        fence = mine.fence();
        confirmations++;
      }
    }

    long confirmations() {
      access.lock();
      try {
        return confirmations;
      } finally {
        access.unlock();
      }
    }

    /**
     * Judges a record that was read. One that was read before a write was confirmed may be the one
     * that the write replaced, so then it says nothing.
     *
     * @param before the number of confirmations when the read began
     */
    Finding judge(WorkerFile present, long before) {
      access.lock();
      try {
        if (confirmations != before) {
          return Finding.OUTDATED;
        }
        if (present.fence() < fence) {
          return Finding.EARLIER;
        }
        if (!stamps.isOwn(present.stamp())) {
          return Finding.FOREIGN;
        }
        note(present);
        return Finding.OWN;
      } finally {
        access.unlock();
      }
    }
  }

  /** What a record shows. */
  private enum Finding {
    OWN,
    FOREIGN,
    EARLIER,
    OUTDATED
  }

  /** A call that reads or writes files. */
  private interface Call<T> {
    T run() throws IOException;
  }

  private <T> T explained(Call<T> call) {
    try {
      return call.run();
    } catch (IOException e) {
      throw new WorkerSourceException(
          "record must be readable and writable: file="
              + place.file()
              + ", "
              + e
              + "; "
              + DurableFile.remedy(e, "repair the directory"),
          e);
    }
  }

  private boolean inTurn(Call<Boolean> call) {
    writing.lock();
    try {
      return explained(call);
    } finally {
      writing.unlock();
      freeLockIfForeign();
    }
  }

  /**
   * Releases the lock of a worker that another holder has, but not while a write is under way: that
   * might replace the record of the next holder.
   */
  private void freeLockIfForeign() {
    if (isForeign && writing.tryLock()) {
      try {
        explained(this::free);
      } finally {
        writing.unlock();
      }
    }
  }

  private boolean free() throws IOException {
    place.lock().release();
    return true;
  }

  @Override
  public int worker() {
    return place.worker();
  }

  @Override
  public long[] lastTicks() {
    return found.clone();
  }

  @Override
  public List<String> warnings() {
    return place.warnings();
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
    boolean isHeld = explained(() -> readMine() != null);
    freeLockIfForeign();
    return isHeld;
  }

  @Override
  public void release(long[] lastTicks) {
    inTurn(
        () -> {
          try {
            return write(lastTicks, true);
          } finally {
            place.lock().release(); // also if nothing was written: the last grant is recorded
          }
        });
  }

  /** Releases the lock without writing the record, as the end of the process does. */
  void abandon() {
    inTurn(this::free);
  }

  private boolean write(long[] lastTicks, boolean isReleased) throws IOException {
    WorkerFile present = readMine();
    if (present == null) {
      return false;
    }
    WorkerFile mine = present.after(own.nextStamp(), lastTicks, isReleased);
    place.disk().write(mine, place.file());
    own.confirm(mine);
    return true;
  }

  /** Returns the record; null if the worker is no longer held. */
  private @Nullable WorkerFile readMine() throws IOException {
    for (int read = 0; read < READS; read++) {
      long before = own.confirmations();
      if (isForeign || place.lock().isReleased()) {
        return null;
      }
      WorkerFile present = readPresent();
      Finding finding = own.judge(present, before);
      if (finding == Finding.EARLIER) {
        throw lost(NO_RECORD, place.file() + ", found fence=" + present.fence());
      }
      if (finding == Finding.FOREIGN) {
        isForeign = true;
        return null;
      }
      if (finding == Finding.OWN) {
        return present;
      }
    }
    throw new IOException("it was replaced: by a write during each of " + READS + " reads");
  }

  private WorkerFile readPresent() throws IOException {
    if (!place.lock().isInPlace()) {
      throw lost(NO_LOCK_FILE, place.lock() + ", found=nothing or another file");
    }
    try {
      WorkerFile present = place.read();
      if (present != null) {
        return present;
      }
    } catch (DamagedRecordException e) {
      throw lost(NO_RECORD, String.valueOf(e.getMessage()));
    }
    throw lost(NO_RECORD, place.file() + ", found=nothing");
  }

  private static WorkerRecordLostException lost(String message, String file) {
    return new WorkerRecordLostException(message + file + FileWorkerSource.IF_LOST);
  }
}
