package io.snowbraid.jdbc.connection;

import io.snowbraid.worker.WorkerSourceException;
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
 * The calls of one data source that have not ended, whether or not somebody still waits for them. A
 * database that hangs cannot take more threads than this, however often it is tried.
 */
public final class OpenCalls {

  public static final int MOST = 4;

  /** A call that has been open for so long hangs; nobody waits for it to make room. */
  private static final long HANGS_NANOS = Duration.ofSeconds(2).toNanos();

  private static final WeakIdentityMap<DataSource, OpenCalls> ALL = new WeakIdentityMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private final Deque<Slot> open = new ArrayDeque<>();
  private volatile @Nullable String lastFailure;

  /** The place of one call. */
  public static final class Slot {
    private final OpenCalls calls;
    private final long startNanos = System.nanoTime();
    private final Instant since = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private Slot(OpenCalls calls) {
      this.calls = calls;
    }

    private long ageNanos() {
      return System.nanoTime() - startNanos;
    }

    /** Makes room for another call. */
    void leave() {
      calls.leave(this);
    }

    /** Notes how a call ended that nobody waited for any more, or that one succeeded: null. */
    void noteLate(@Nullable String failure) {
      calls.lastFailure = failure;
    }

    /** What the last call said that was given up and has ended; empty if that was nothing. */
    String lastWords() {
      String failure = calls.lastFailure;
      return failure == null ? "" : "; a call that was given up before ended with: " + failure;
    }
  }

  /** The calls of a data source, whoever makes them. */
  public static OpenCalls of(DataSource dataSource) {
    return ALL.of(dataSource, OpenCalls::new);
  }

  /**
   * Takes a place, and waits for it while the others make progress.
   *
   * @throws WorkerSourceException if all other calls hang
   */
  public Slot enter(TimeLimit limit) throws InterruptedException {
    long start = System.nanoTime();
    lock.lockInterruptibly();
    try {
      while (open.size() == MOST) {
        long rest = limit.wholeNanos() - (System.nanoTime() - start);
        long hope = Math.min(rest, HANGS_NANOS - open.getLast().ageNanos());
        if (hope <= 0) {
          throw refused();
        }
        boolean unused = left.await(hope, TimeUnit.NANOSECONDS);
      }
      open.addLast(new Slot(this));
      return open.getLast();
    } finally {
      lock.unlock();
    }
  }

  /** How many calls have not ended. */
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

  private WorkerSourceException refused() {
    Slot oldest = open.getFirst();
    return new WorkerSourceException(
        "database of workers must answer, at most "
            + MOST
            + " calls are open on a data source: calls that hang="
            + open.size()
            + ", the oldest since "
            + oldest.since
            + oldest.lastWords()
            + "; look at the database, and whether all connections of its pool are in use");
  }
}
