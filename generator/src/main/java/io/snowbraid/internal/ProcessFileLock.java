package io.snowbraid.internal;

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
 * The operating system's lock on a file. It ends with the process at the latest.
 *
 * <p>Such locks work between processes only. A file that this process has locked must not be opened
 * again: on POSIX systems, closing any channel on it releases the lock. So before a file is opened
 * here, its {@linkplain ProcessWideNames names} are taken: that of its path, before the file is
 * created, and that of the file itself, which may have several paths.
 */
public final class ProcessFileLock {

  /** Thrown if a lock does not become free. */
  public static final class LockException extends IOException {

    private static final long serialVersionUID = 1L;

    LockException(String message) {
      super(message);
    }
  }

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

  /**
   * Creates a clone, as a snapshot of the memory does, with a lock of its own.
   *
   * @param original the lock in the memory that was copied
   * @param lock the lock that the clone seems to hold
   */
  public ProcessFileLock(ProcessFileLock original, FileLock lock) {
    this(original.file, original.key, new ProcessWideNames(), lock);
  }

  /**
   * Locks a file.
   *
   * @param file a real path
   * @return null if this or another process has locked it
   * @throws IOException if the file cannot be created or locked
   */
  public static @Nullable ProcessFileLock tryLock(Path file) throws IOException {
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
   * Locks a file, and waits while it is locked elsewhere.
   *
   * @param file a real path
   * @param maxWait how long to wait
   * @return the lock
   * @throws LockException if it stays locked, or if the thread is interrupted meanwhile
   * @throws IOException if the file cannot be created or locked
   */
  public static ProcessFileLock lock(Path file, Duration maxWait) throws IOException {
    long start = System.nanoTime();
    ProcessFileLock lock = tryLock(file);
    while (lock == null) {
      requireWithinMaxWait(file, maxWait, System.nanoTime() - start);
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = tryLock(file);
    }
    return lock;
  }

  private static void requireWithinMaxWait(Path file, Duration maxWait, long waitedNanos)
      throws LockException {
    if (waitedNanos > maxWait.toNanos()) {
      throw new LockException(
          "lock was not released within "
              + maxWait.toMillis()
              + " ms: file="
              + file
              + " is locked by a process that makes no progress; find"
              + " it with lslocks or fuser and stop it, but do not delete the file");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new LockException("interrupted while waiting for a lock: file=" + file + "; try again");
    }
  }

  /** Creates the file if it is missing, and returns its key. */
  private static Object create(Path file) throws IOException {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) { // it was there, or another process created it
      return key(file);
    }
    return key(file);
  }

  /** Returns what identifies the file; on Windows only the path does. */
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
      return null; // this process holds it nevertheless: the system properties were replaced
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock;
  }

  /**
   * Returns whether the file is no longer locked.
   *
   * @return whether it was released here, or its channel closed
   */
  public boolean isReleased() {
    return released.get() || !lock.isValid();
  }

  /**
   * Returns whether the file is still the one that was locked.
   *
   * @return false if it was deleted or replaced
   * @throws IOException if that cannot be found out
   */
  public boolean isInPlace() throws IOException {
    try {
      return key(file).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Unlocks the file. May be called from any thread; only the first call has an effect.
   *
   * @throws IOException if the file cannot be closed
   */
  public void release() throws IOException {
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
