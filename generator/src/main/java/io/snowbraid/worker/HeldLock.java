package io.snowbraid.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the system on a file. It ends with the process, if not before.
 *
 * <p>Such locks are between processes. A file that this process has locked must not even be opened
 * again: on POSIX systems, closing any channel on it gives the lock up. So whoever opens a file
 * here has its {@linkplain ProcessNames names} first: that of its path, before the file is created,
 * and that of the file itself, which may have several paths.
 */
final class HeldLock {

  private static final long PAUSE_NANOS = 1_000_000;

  private final Path file;
  private final Object key;
  private final ProcessNames names;
  private final FileLock lock;

  private HeldLock(Path file, Object key, ProcessNames names, FileLock lock) {
    this.file = file;
    this.key = key;
    this.names = names;
    this.lock = lock;
  }

  /**
   * Locks a file.
   *
   * @param file a real path
   * @return null if this process or another has locked it
   */
  static @Nullable HeldLock tryLock(Path file) throws IOException {
    return attempt(file, FileChannel::tryLock);
  }

  /**
   * Locks a file as soon as nobody else has locked it.
   *
   * @param file a real path
   */
  static HeldLock lock(Path file) throws IOException {
    HeldLock lock = attempt(file, FileChannel::lock);
    while (lock == null) {
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new FileLockInterruptionException();
      }
      lock = attempt(file, FileChannel::lock);
    }
    return lock;
  }

  private interface Attempt {
    @Nullable FileLock lock(FileChannel channel) throws IOException;
  }

  private static @Nullable HeldLock attempt(Path file, Attempt attempt) throws IOException {
    ProcessNames names = new ProcessNames();
    FileLock lock = null;
    try {
      if (!names.take(file)) {
        return null;
      }
      Object key = create(file);
      lock = key.equals(file) || names.take(key) ? open(file, attempt) : null;
      return lock == null ? null : new HeldLock(file, key, names, lock);
    } finally {
      if (lock == null) {
        names.giveBack();
      }
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

  private static @Nullable FileLock open(Path file, Attempt attempt) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = attempt.lock(channel);
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
    return !lock.isValid();
  }

  /** Whether the file is still the one that was locked. */
  boolean isInPlace() throws IOException {
    return Files.exists(file) && key(file).equals(key);
  }

  /** Unlocks the file, for whoever comes next. */
  void release() throws IOException {
    if (lock.isValid()) {
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
