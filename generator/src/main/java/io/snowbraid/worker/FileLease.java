package io.snowbraid.worker;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;

/** Holds a worker of a directory as long as its lock. */
final class FileLease implements WorkerLease {

  private final int worker;
  private final Path file;
  private final FileRecord found;
  private final FileLock lock;

  FileLease(int worker, Path file, FileRecord found, FileLock lock) {
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
    if (write(lastTicks, true)) {
      abandon();
    }
  }

  /** Gives the lock up without a word, as the end of the process does. */
  void abandon() {
    FileWorkerSource.PROCESS.lock();
    try {
      HeldLocks.release(lock);
    } catch (IOException e) {
      throw failed(e);
    } finally {
      FileWorkerSource.PROCESS.unlock();
    }
  }

  private boolean write(long[] lastTicks, boolean released) {
    if (!lock.isValid()) {
      return false;
    }
    try {
      requireOurs();
      found.with(lastTicks, released).write(file);
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** While the lock is held nobody else may write here: if somebody did, nothing is sure. */
  private void requireOurs() throws IOException {
    FileRecord present = FileRecord.read(file);
    if (present == null || !present.holder().equals(found.holder())) {
      throw new WorkerSourceException(
          "record must not be deleted or replaced while its worker is held: file="
              + file
              + ", found="
              + (present == null ? "nothing" : present.owner() + " with fence " + present.fence())
              + "; stop all processes on the directory and take a new one, or restore this one");
    }
  }

  private WorkerSourceException failed(IOException e) {
    return new WorkerSourceException(
        "grant must be written to disk: file=" + file + ", " + e + "; mend the directory", e);
  }
}
