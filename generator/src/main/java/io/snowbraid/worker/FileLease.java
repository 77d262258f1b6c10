package io.snowbraid.worker;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Holds a worker of a directory as long as its lock. */
final class FileLease implements WorkerLease {

  private final int worker;
  private final Path file;
  private final FileRecord found;
  private final HeldLock lock;

  FileLease(int worker, Path file, FileRecord found, HeldLock lock) {
    this.worker = worker;
    this.file = file;
    this.found = found;
    this.lock = lock;
  }

  @Override
  public int worker() {
    return worker;
  }

  @Override
  public long[] lastTicks() {
    return found.ticks();
  }

  @Override
  public boolean extend(long[] lastTicks) {
    return write(lastTicks, false);
  }

  @Override
  public void release(long[] lastTicks) {
    try {
      boolean unused = write(lastTicks, true);
    } finally {
      abandon(); // even if nothing was written: the record has the last grant, and that is enough
    }
  }

  /** Gives the lock up without a word, as the end of the process does. */
  void abandon() {
    try {
      lock.release();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private boolean write(long[] lastTicks, boolean released) {
    if (lock.isReleased()) {
      return false;
    }
    try {
      FileRecord present = FileRecord.read(file);
      if (present != null && present.fence() > found.fence()) {
        lock.release(); // it was lost before, or nobody could have taken the worker
        return false;
      }
      requireOurs(present);
      found.with(lastTicks, released).write(file);
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** While the lock is held nobody else may write here: if somebody did, nothing is sure. */
  private void requireOurs(@Nullable FileRecord present) throws IOException {
    if (present == null || !present.holder().equals(found.holder())) {
      String other =
          present == null ? "nothing" : present.owner() + " with fence " + present.fence();
      throw replaced("record", file + ", found=" + other);
    }
    if (!lock.isInPlace()) {
      throw replaced("lock file", lock + ", found=nothing or another file");
    }
  }

  private static WorkerSourceException replaced(String what, String file) {
    return new WorkerSourceException(
        what
            + " must not be deleted or replaced while its worker is held: file="
            + file
            + "; stop all processes on the directory and take a new one, or restore this one");
  }

  private WorkerSourceException failed(IOException e) {
    return new WorkerSourceException(
        "grant must be written to disk: file=" + file + ", " + e + "; mend the directory", e);
  }
}
