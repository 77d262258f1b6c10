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
 * The operating system's lock on a file. It ends with the process at the latest, or when nobody can
 * reach this object any more.
 *
 * <p>Such locks work between processes only. A file that this process has locked must not be opened
 * again: on POSIX systems, closing any channel on it releases the lock. So before a file is opened
 * here, its names are taken in the {@linkplain ProcessWorkerRegistry registry of the process}. They
 * are the name of its path, and that of the file itself, which may have several paths.
 */
public final class ProcessFileLock {

  /** Thrown if a lock does not become free. */
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
   * Creates a clone, as a snapshot of the memory does, with a lock of its own.
   *
   * @param original the lock in the memory that was copied
   * @param lock the lock that the clone seems to hold
   */
  public ProcessFileLock(ProcessFileLock original, FileLock lock) {
    this(original.file, original.key, ProcessWorkerRegistry.newHolder(), lock);
  }

  /**
   * Closes the channel of a lock that nobody can reach any more, and then frees its names: if they
   * were free earlier, this close could release the lock of the next holder.
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
   * What an attempt to lock a file came to.
   *
   * @param lock null if it is locked elsewhere
   * @param isHeldHere whether this process has locked it
   */
  private record Attempt(@Nullable ProcessFileLock lock, boolean isHeldHere) {}

  /**
   * Locks a file, which is created if it is missing.
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
    } catch (OverlappingFileLockException e) { // other code of this process has locked it
      return new Attempt(null, true);
    } finally {
      if (lock == null) {
        ProcessWorkerRegistry.releaseFiles(holder);
      }
    }
  }

  /** Creates a file, unless it is there; returns it. */
  static Path create(Path file) throws IOException {
    try {
      return Files.createFile(file);
    } catch (FileAlreadyExistsException e) { // it was there, or another process created it
      return file;
    }
  }

  /** Returns what identifies the file; on Windows only the path does. */
  private static Object key(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file : key;
  }

  private static @Nullable FileLock open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) { // nobody can lock it, and opening it might hang
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
   * Locks a file, and waits while it is locked elsewhere. Threads of this class loader get it in
   * the order in which they ask.
   *
   * @param file a real path of a file that exists
   * @param maxWait how long to wait, for other threads and other processes together
   * @return the lock
   * @throws LockException if it stays locked, or if the thread is interrupted meanwhile
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

    /** Asks the system again and again, as the only thread that does. */
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

    /** How many threads are in the queue; changed by the map's atomic calls only. */
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

    /** Returns whether it is the caller's turn; an interrupt matters only if it has to wait. */
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

    /** Waits until a lock of this class loader is released, or a moment for those of others. */
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
   * Returns what identifies the file that was locked.
   *
   * @return an inode, or the path on systems without inodes
   */
  Object key() {
    return key;
  }

  /**
   * Returns the directory of the file.
   *
   * @return a real path
   */
  public Path directory() {
    return file.resolve("..").normalize();
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
