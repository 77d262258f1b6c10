package io.snowbraid.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the system on a file. It ends with the process, if not before.
 *
 * <p>Such locks are between processes. A file that this process has locked must not even be opened
 * again: on POSIX systems, closing any channel on it gives the lock up. So whoever opens a file
 * here has its {@linkplain ProcessWideNames names} first: that of its path, before the file is
 * created, and that of the file itself, which may have several paths.
 */
final class ProcessFileLock {

  private static final long PAUSE_NANOS = 2_000_000;

  private final Path file;
  private final Object key;
  private final ProcessWideNames names;
  private final FileLock lock;
  private final AtomicBoolean released = new AtomicBoolean();

  private ProcessFileLock(Path file, Object key, ProcessWideNames names, FileLock lock) {
    this.file = file;
    this.key = key;
    this.names = names;
    this.lock = lock;
  }

  /** A copy, as a snapshot of the memory makes it, with a lock of its own. */
  ProcessFileLock(ProcessFileLock original, FileLock lock) {
    this(original.file, original.key, new ProcessWideNames(), lock);
  }

  /**
   * Locks a file.
   *
   * @param file a real path
   * @return null if this process or another has locked it
   */
  static @Nullable ProcessFileLock tryLock(Path file) throws IOException {
    ProcessWideNames names = new ProcessWideNames();
    FileLock lock = null;
    try {
      if (!names.take(file)) {
        return null;
      }
      Object key = create(file);
      lock = key.equals(file) || names.take(key) ? open(file) : null;
      return lock == null ? null : new ProcessFileLock(file, key, names, lock);
    } finally {
      if (lock == null) {
        names.giveBack();
      }
    }
  }

  /**
   * Locks a file as soon as nobody else has locked it.
   *
   * @param file a real path
   * @param patience how long to wait
   * @throws WorkerSourceException if it stays locked, or if the thread is interrupted meanwhile
   */
  static ProcessFileLock lock(Path file, Duration patience) throws IOException {
    long start = System.nanoTime();
    ProcessFileLock lock = tryLock(file);
    while (lock == null) {
      requirePatience(file, patience, System.nanoTime() - start);
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = tryLock(file);
    }
    return lock;
  }

  private static void requirePatience(Path file, Duration patience, long waitedNanos) {
    if (waitedNanos > patience.toNanos()) {
      throw new WorkerSourceException(
          "lock must become free within "
              + patience.toMillis()
              + " ms: file="
              + file
              + " is locked by a process that looks for a worker and does not get on; find it with"
              + " lslocks or fuser and end it, but do not delete the file");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new WorkerSourceException(
          "thread must not be interrupted while it waits for a lock: file=" + file + "; try again");
    }
  }

  /** Creates the file if it is missing. */
  private static Object create(Path file) throws IOException {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) { // left there, or by another process just now
      return key(file);
    }
    return key(file);
  }

  /** What tells the file from all others; on Windows there is but the path. */
  private static Object key(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file : key;
  }

  private static @Nullable FileLock open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held in this process all the same: somebody replaced the system properties
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock;
  }

  boolean isReleased() {
    return released.get() || !lock.isValid();
  }

  /** Whether the file is still the one that was locked. */
  boolean isInPlace() throws IOException {
    try {
      return key(file).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Unlocks the file, for whoever comes next. The first call does, from any thread. */
  void release() throws IOException {
    if (released.compareAndSet(false, true)) {
      try {
        lock.acquiredBy().close();
      } finally {
        names.giveBack();
      }
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
