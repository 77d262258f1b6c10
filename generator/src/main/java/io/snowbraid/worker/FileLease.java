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
 * Holds a worker of a directory by holding the worker's file lock.
 *
 * <p>The lock excludes other processes. The files reveal what the lock cannot:
 *
 * <ul>
 *   <li>An unknown stamp: a clone of this process is writing too, or another holder has acquired
 *       the worker.
 *   <li>A record that is missing, damaged or has an earlier fence, or a different lock file: files
 *       were deleted or replaced, so the issued ids are no longer known.
 * </ul>
 *
 * <p>After any other failure, the lease remains valid.
 */
final class FileLease implements WorkerLease {

  /** How often to check for a deleted directory and for a clone's writes. */
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

  private static final String NO_RECORD =
      "record was deleted or replaced while its worker was held: file=";
  private static final String NO_LOCK_FILE =
      "lock file was deleted or replaced while its worker was held: file=";

  /**
   * The place where a worker is recorded.
   *
   * @param warnings for the operator
   */
  record Place(int worker, Path file, WorkerDirectory directory, List<String> warnings) {}

  private final Place place;

  /** Excludes other processes. Tests release it to simulate the end of the process. */
  final ProcessFileLock lock;

  private final long[] found;
  private final LeaseStamps stamps;

  /** The highest fence known to have been written by this holder. */
  private long fence;

  private FileLease(Place place, ProcessFileLock lock, long[] found, LeaseStamps stamps) {
    this.place = place;
    this.lock = lock;
    this.found = found;
    this.stamps = stamps;
  }

  /** Creates a clone, like a memory snapshot; the clone appears to hold the lock, too. */
  FileLease(FileLease original, FileLock lock) {
    this(
        original.place,
        new ProcessFileLock(original.lock, lock),
        original.found,
        original.stamps.copy());
    fence = original.fence;
  }

  /** Takes a worker that was just locked. Its record may have been written by an earlier holder. */
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

  private <T> T call(Call<T> call) {
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
    return call(() -> write(lastTicks, false));
  }

  @Override
  public Optional<Duration> recheckAfter() {
    return Optional.of(CHECK_INTERVAL);
  }

  @Override
  public boolean isHeld() {
    return call(() -> readOwn() != null);
  }

  @Override
  public void release(long[] lastTicks) {
    call(
        () -> {
          try {
            return write(lastTicks, true);
          } finally {
            lock.release(); // even if nothing was written: the last grant is recorded
          }
        });
  }

  private boolean write(long[] lastTicks, boolean isReleased) throws IOException {
    WorkerFile present = readOwn();
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

  /** Notes that this holder's record is on disk. */
  private void confirm(WorkerFile mine) {
    stamps.confirm(mine.stamp());
    fence = mine.fence();
  }

  /** Returns the record; null, with the lock released, if the worker is no longer held. */
  private @Nullable WorkerFile readOwn() throws IOException {
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
