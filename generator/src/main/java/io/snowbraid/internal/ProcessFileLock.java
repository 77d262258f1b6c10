package io.snowbraid.internal;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.channels.Channel;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Holds an operating system lock on a file until it is released, the process exits, or this object
 * becomes unreachable.
 *
 * <p>Such locks work only between processes. A file that this process has locked must not be opened
 * again: on POSIX systems, closing any channel on it releases the lock. Before a file is opened
 * here, its names are therefore registered in the {@linkplain ProcessWorkerRegistry process
 * registry}: its path and the identity of the file itself, which may have several paths.
 */
public final class ProcessFileLock {

  /** Thrown if a lock is not acquired in time. */
  public static final class LockException extends IOException {

    private static final long serialVersionUID = 1L;

    LockException(String message) {
      super(message);
    }
  }

  private static final Cleaner CLEANER = Cleaner.create();

  private final Path file;
  private final Object key;
  private final String holder;
  private final FileLock lock;
  private final Cleaner.Cleanable closing;
  private final AtomicBoolean released = new AtomicBoolean();

  private ProcessFileLock(Path file, Object key, String holder, FileLock lock) {
    this.file = file;
    this.key = key;
    this.holder = holder;
    this.lock = lock;
    Channel channel = lock.acquiredBy();
    this.closing = CLEANER.register(this, () -> close(channel, holder));
  }

  /**
   * Creates a clone, like a memory snapshot, with its own lock.
   *
   * @param original the lock in the copied memory
   * @param lock the lock that the clone seems to hold
   */
  public ProcessFileLock(ProcessFileLock original, FileLock lock) {
    this(original.file, original.key, ProcessWorkerRegistry.newHolder(), lock);
  }

  /**
   * Closes the channel of an unreachable lock, then releases its names. If the names were released
   * first, closing the channel could release the next holder's lock.
   */
  private static void close(Channel channel, String holder) {
    try {
      channel.close();
      ProcessWorkerRegistry.releaseFiles(holder);
    } catch (IOException e) {
      Log.warn("lock of " + holder + " could not be released", e);
    }
  }

  /**
   * The result of an attempt to lock a file.
   *
   * @param lock null if the file is locked elsewhere
   * @param isHeldHere whether this process has locked it
   */
  private record Attempt(@Nullable ProcessFileLock lock, boolean isHeldHere) {}

  /**
   * Locks a file, creating it if it is missing.
   *
   * @param file a real path
   * @return null if this or another process has locked it
   * @throws IOException if the file cannot be created or locked
   */
  public static @Nullable ProcessFileLock tryLock(Path file) throws IOException {
    return attempt(file, true).lock();
  }

  private static Attempt attempt(Path file, boolean creates) throws IOException {
    String holder = ProcessWorkerRegistry.newHolder();
    ProcessFileLock lock = null;
    try {
      if (!ProcessWorkerRegistry.takeFile(file, holder)) {
        return new Attempt(null, true);
      }
      Object key = key(creates ? create(file) : file);
      if (!key.equals(file) && !ProcessWorkerRegistry.takeFile(key, holder)) {
        return new Attempt(null, true);
      }
      FileLock open = open(file);
      lock = open == null ? null : new ProcessFileLock(file, key, holder, open);
      return new Attempt(lock, false);
    } catch (OverlappingFileLockException e) { // other code in this process has locked it
      return new Attempt(null, true);
    } finally {
      if (lock == null) {
        ProcessWorkerRegistry.releaseFiles(holder);
      }
    }
  }

  /** Creates a file unless it exists, and returns it. */
  static Path create(Path file) throws IOException {
    try {
      return Files.createFile(file);
    } catch (FileAlreadyExistsException e) { // it existed, or another process created it
      return file;
    }
  }

  /** Returns the file's identity; on Windows, its path. */
  private static Object key(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file : key;
  }

  private static @Nullable FileLock open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) { // no process can lock it, and opening it might hang
      return null;
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock;
  }

  /**
   * Locks a file, waiting while it is locked elsewhere. Threads of one class loader acquire the
   * lock in the order of their calls.
   *
   * @param file a real path of an existing file
   * @param maxWait the longest wait, for other threads and other processes together
   * @return the lock
   * @throws LockException if the file stays locked, or the thread is interrupted while waiting
   * @throws IOException if the file is missing or cannot be locked
   */
  public static ProcessFileLock lock(Path file, Duration maxWait) throws IOException {
    return new Waiting(file, maxWait).lock();
  }

  /** A thread that waits for a file. */
  private static final class Waiting {

    private final Path file;
    private final Deadline deadline;
    private final Queue queue;

    Waiting(Path file, Duration maxWait) {
      this.file = file;
      this.deadline = Deadline.after(maxWait, MonotonicTime.SYSTEM);
      this.queue = Queue.enter(file);
    }

    ProcessFileLock lock() throws IOException {
      try {
        return inTurn();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LockException("interrupted while waiting for lock " + file + "; retry");
      } finally {
        queue.leave(file);
      }
    }

    private ProcessFileLock inTurn() throws IOException, InterruptedException {
      if (!queue.awaitTurn(deadline.remainingNanos())) {
        throw notInTime();
      }
      try {
        return atHead();
      } finally {
        queue.endTurn();
      }
    }

    /** Polls the operating system. Only the thread at the head of the queue does this. */
    private ProcessFileLock atHead() throws IOException, InterruptedException {
      ProcessFileLock lock = attempt();
      while (lock == null) {
        if (deadline.isOver()) {
          throw notInTime();
        }
        queue.pause(deadline.remainingNanos());
        lock = attempt();
      }
      return lock;
    }

    private @Nullable ProcessFileLock attempt() throws IOException {
      Attempt attempt = ProcessFileLock.attempt(file, false);
      queue.isHeldHere = attempt.isHeldHere();
      return attempt.lock();
    }

    private LockException notInTime() {
      return new LockException(
          "lock was not released within "
              + deadline.limit().toMillis()
              + " ms: file="
              + file
              + (queue.isHeldHere
                  ? " is used by other calls in this process; close what uses it, or check for a"
                      + " slow disk"
                  : " is locked by other processes; find a hanging process with lslocks or fuser"
                      + " and stop it, but do not delete the file"));
    }
  }

  /** The threads of this class loader that wait for a file. */
  private static final class Queue {

    private static final ConcurrentMap<Path, Queue> QUEUES = new ConcurrentHashMap<>();
    private static final long PAUSE_NANOS = 2_000_000;

    private final Semaphore turn = new Semaphore(1, true);
    private volatile @Nullable Thread head;
    private volatile boolean isHeldHere = true;

    /** The queue's length; changed only by the map's atomic calls. */
    private int threads;

    static Queue enter(Path file) {
      return QUEUES.compute(
          file,
          (any, present) -> {
            Queue queue = present == null ? new Queue() : present;
            queue.threads++;
            return queue;
          });
    }

    void leave(Path file) {
      QUEUES.computeIfPresent(file, (any, queue) -> --threads == 0 ? null : queue);
    }

    /**
     * Returns whether the caller has reached the head; an interrupt matters only if it must wait.
     */
    boolean awaitTurn(long nanos) throws InterruptedException {
      boolean isFree = !turn.hasQueuedThreads() && turn.tryAcquire();
      if (!isFree && !turn.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        return false;
      }
      head = Thread.currentThread();
      return true;
    }

    void endTurn() {
      head = null;
      turn.release();
    }

    /** Waits until a lock of this class loader is released, or briefly for those of others. */
    void pause(long nanos) throws InterruptedException {
      LockSupport.parkNanos(this, Math.min(nanos, PAUSE_NANOS));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }

    static void wakeHead(Path file) {
      Queue queue = QUEUES.get(file);
      if (queue != null) {
        LockSupport.unpark(queue.head);
      }
    }
  }

  /**
   * Returns the locked file's identity.
   *
   * @return an inode, or the path on systems without inodes
   */
  Object key() {
    return key;
  }

  /**
   * Returns the file's directory.
   *
   * @return a real path
   */
  public Path directory() {
    return file.resolve("..").normalize();
  }

  /**
   * Returns whether the file is no longer locked.
   *
   * @return whether it was released here, or its channel was closed
   */
  public boolean isReleased() {
    return released.get() || !lock.isValid();
  }

  /**
   * Returns whether the path still leads to the locked file.
   *
   * @return false if the file was deleted or replaced
   * @throws IOException if this cannot be determined
   */
  public boolean isInPlace() throws IOException {
    try {
      return key(file).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Unlocks the file. Thread-safe; only the first call has an effect.
   *
   * @throws IOException if the file cannot be closed
   */
  public void release() throws IOException {
    if (released.compareAndSet(false, true)) {
      try {
        lock.acquiredBy().close();
      } finally {
        closing.clean();
        ProcessWorkerRegistry.releaseFiles(holder);
        Queue.wakeHead(file);
      }
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
