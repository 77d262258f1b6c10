package io.snowbraid.jdbc.connection;

import io.snowbraid.internal.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many calls of one data source are open, whether or not anyone still waits for them, so
 * that a database that hangs cannot use up threads, however often it is called.
 */
public final class OpenCalls {

  public static final int MAX_OPEN = 4;

  /** A call that has been open for this long counts as hanging, and nobody waits for its place. */
  private static final long HANGS_NANOS = Duration.ofSeconds(2).toNanos();

  private static final WeakIdentityMap<DataSource, OpenCalls> ALL = new WeakIdentityMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private final Deque<Slot> open = new ArrayDeque<>();
  private volatile @Nullable String lastFailure;

  /** The place of one call. */
  public static final class Slot {
    private final OpenCalls calls;
    private final StoreFailures failures;
    private final long startNanos = System.nanoTime();
    private final Instant since = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private Slot(OpenCalls calls, StoreFailures failures) {
      this.calls = calls;
      this.failures = failures;
    }

    StoreFailures failures() {
      return failures;
    }

    private long ageNanos() {
      return System.nanoTime() - startNanos;
    }

    /** Frees the place for another call. */
    void leave() {
      calls.leave(this);
    }

    /** Notes how a call that was given up has ended; null if it succeeded. */
    void noteLate(@Nullable String failure) {
      calls.lastFailure = failure;
    }

    /**
     * Returns the failure of the last call that was given up and has ended; empty if there was
     * none.
     */
    String lastFailureText() {
      String failure = calls.lastFailure;
      return failure == null ? "" : "; an earlier call that was abandoned ended with: " + failure;
    }
  }

  /** Returns the open calls of a data source, which all callers share. */
  public static OpenCalls of(DataSource dataSource) {
    return ALL.of(dataSource, OpenCalls::new);
  }

  /**
   * Takes a place, and waits for one while the other calls make progress.
   *
   * @param deadline that of the call
   * @throws RuntimeException if the other calls hang
   */
  public Slot enter(Deadline deadline, StoreFailures failures) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (open.size() == MAX_OPEN) {
        if (deadline.isOver() || open.getLast().ageNanos() >= HANGS_NANOS) {
          throw rejected(failures);
        }
        boolean unused = deadline.await(nanos -> left.await(nanos, TimeUnit.NANOSECONDS));
      }
      open.addLast(new Slot(this, failures));
      return open.getLast();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many calls have not ended. */
  public int size() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  private void leave(Slot slot) {
    lock.lock();
    try {
      boolean unused = open.remove(slot);
      left.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private RuntimeException rejected(StoreFailures failures) {
    Slot oldest = open.getFirst();
    return failures.failed(
        failures.content()
            + " database does not answer, and at most "
            + MAX_OPEN
            + " calls may be open on a data source: hanging calls="
            + open.size()
            + ", the oldest since "
            + oldest.since
            + oldest.lastFailureText()
            + failures.where().get()
            + "; check the database, and whether all connections of its pool are in use",
        null);
  }
}
