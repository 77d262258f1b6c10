package io.snowbraid.worker;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
 * <p>Any other failure is no answer, and takes nothing away.
 */
final class FileLease implements WorkerLease {

  /** How often a deleted directory, or the writes of a clone, are looked for. */
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

  private static final String NO_RECORD =
      "record was deleted or replaced while its worker was held: file=";
  private static final String NO_LOCK_FILE =
      "lock file was deleted or replaced while its worker was held: file=";

  /**
   * Where a worker is recorded.
   *
   * @param warnings what an operator should look at
   */
  record Place(int worker, Path file, WorkerDirectory directory, List<String> warnings) {}

  private final Place place;

  /** Keeps others away; tests release it, as the end of the process does. */
  final ProcessFileLock lock;

  private final long[] found;
  private final LeaseStamps stamps;

  /** The highest fence of a record that this holder is known to have written. */
  private long fence;

  private FileLease(Place place, ProcessFileLock lock, long[] found, LeaseStamps stamps) {
    this.place = place;
    this.lock = lock;
    this.found = found;
    this.stamps = stamps;
  }

  /** Creates a clone, as a snapshot of the memory does; it seems to hold the lock, too. */
  FileLease(FileLease original, FileLock lock) {
    this(
        original.place,
        new ProcessFileLock(original.lock, lock),
        original.found,
        original.stamps.copy());
    fence = original.fence;
  }

  /** Takes a worker that was just locked: before, another holder may have written its record. */
  static FileLease take(Place place, ProcessFileLock lock, WorkerRequest request)
      throws IOException {
    WorkerFile before = WorkerFile.orNew(place.directory().read(place.file()), request);
    before.requireLayout(request, lock.directory());
    FileLease lease = new FileLease(place, lock, before.ticks(), new LeaseStamps());
    lease.write(before.heldBy(request.owner(), lease.stamps.next()));
    return lease;
  }

  /** A call that reads or writes files. */
  private interface Call<T> {
    T run() throws IOException;
  }

  private <T> T explained(Call<T> call) {
    try {
      return call.run();
    } catch (IOException e) {
      String what = "record must be readable and writable: file=" + place.file();
      throw WorkerDirectory.failure(what, e, "repair the directory");
    }
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
    return explained(() -> write(lastTicks, false));
  }

  @Override
  public Optional<Duration> recheckAfter() {
    return Optional.of(LOOK_INTERVAL);
  }

  @Override
  public boolean isHeld() {
    return explained(() -> readMine() != null);
  }

  @Override
  public void release(long[] lastTicks) {
    explained(
        () -> {
          try {
            return write(lastTicks, true);
          } finally {
            lock.release(); // also if nothing was written: the last grant is recorded
          }
        });
  }

  private boolean write(long[] lastTicks, boolean isReleased) throws IOException {
    WorkerFile present = readMine();
    if (present == null) {
      return false;
    }
    write(present.after(stamps.next(), lastTicks, isReleased));
    return true;
  }

  private void write(WorkerFile mine) throws IOException {
    place.directory().write(mine, place.file());
    confirm(mine);
  }

  /** Notes that a record of this holder is on disk. */
  private void confirm(WorkerFile mine) {
    stamps.confirm(mine.stamp());
    fence = mine.fence();
  }

  /** Returns the record; null if the worker is no longer held, and then its lock is not, either. */
  private @Nullable WorkerFile readMine() throws IOException {
    if (lock.isReleased()) {
      return null;
    }
    WorkerFile present = readPresent();
    if (present.fence() < fence) {
      throw lost(NO_RECORD, place.file() + ", found fence=" + present.fence());
    }
    if (!stamps.isOwn(present.stamp())) {
      lock.release();
      return null;
    }
    confirm(present);
    return present;
  }

  private WorkerFile readPresent() throws IOException {
    if (!lock.isInPlace()) {
      throw lost(NO_LOCK_FILE, lock + ", found=nothing or another file");
    }
    try {
      WorkerFile present = place.directory().read(place.file());
      if (present != null) {
        return present;
      }
    } catch (WorkerDirectory.DamagedException e) {
      throw lost(NO_RECORD, String.valueOf(e.getMessage()));
    }
    throw lost(NO_RECORD, place.file() + ", found=nothing");
  }

  private static WorkerRecordLostException lost(String message, String file) {
    return new WorkerRecordLostException(message + file + WorkerDirectory.IF_LOST);
  }
}
