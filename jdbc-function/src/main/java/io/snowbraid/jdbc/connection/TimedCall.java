package io.snowbraid.jdbc.connection;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Threads;
import io.snowbraid.jdbc.connection.DatabaseCalls.Work;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs one database call on its own thread and for a limited time. Limits the open calls per data
 * source, including abandoned ones.
 *
 * <p>A call therefore never joins a transaction bound to the caller's thread. Wherever the call
 * hangs (pool, network or database), the caller waits no longer than its limit, and a hanging
 * database cannot exhaust threads.
 */
public final class TimedCall<T> {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** How long the database may take to end an abandoned call before its connection is dropped. */
  private static final int GRACE_SECONDS = 1;

  /** The remedy for a data source that depends on the calling thread. */
  private static final String WRAPPED =
      "if the data source depends on the calling thread or its transaction, pass one that serves"
          + " any thread, such as the data source it wraps, because background threads renew"
          + " leases";

  /** The maximum number of open calls per data source. */
  public static final int MAX_OPEN = 4;

  private static final WeakIdentityMap<DataSource, OpenCalls> OPEN = new WeakIdentityMap<>();

  private final DataSource dataSource;
  private final Work<BorrowedConnection, T> work;
  private final StoreFailures failures;
  private final OpenCalls open;
  private final Instant since = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private final CompletableFuture<BorrowedConnection> connected = new CompletableFuture<>();
  private final CompletableFuture<T> result = new CompletableFuture<>();

  /** Delivers the result to the caller. Accessed only by the working thread. */
  private Runnable outcome = () -> {};

  /** Counts the work and the tasks that cancel it. The place is free when all have finished. */
  private final AtomicInteger tasks = new AtomicInteger(1);

  private volatile boolean isCancelled;

  /** A task that may throw anything, as drivers may. */
  private interface Task {
    void run() throws Exception;
  }

  /**
   * Distinguishes a hanging database from a slow database and from a slow process.
   *
   * <p>The database hangs if all places are taken by abandoned calls and none of these finishes
   * within a second, although each was cancelled. That second counts only while waiting callers
   * check at least every 200 ms. If they check less often, the process is slow, and the calls may
   * not have had time to finish either.
   */
  static final class HangDetector {

    private static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private long checkedAt;
    private long watchedNanos;

    HangDetector(long nanos) {
      checkedAt = nanos;
    }

    /**
     * Records the state of the calls.
     *
     * @param nanos the monotonic time
     * @param areAllGivenUp whether all places are taken by abandoned calls
     */
    void check(long nanos, boolean areAllGivenUp) {
      long since = nanos - checkedAt;
      checkedAt = nanos;
      if (areAllGivenUp && since <= CHECK_NANOS) {
        watchedNanos += since;
      }
    }

    /** Records that a call has finished. */
    void progress() {
      watchedNanos = 0;
    }

    boolean isHanging() {
      return watchedNanos >= HANGS_NANOS;
    }
  }

  /** A data source's open calls, shared by all callers. */
  private static final class OpenCalls {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Deque<TimedCall<?>> calls = new ArrayDeque<>();
    private final HangDetector hang = new HangDetector(System.nanoTime());

    /** The failure of the last abandoned call; null if it succeeded. */
    private volatile @Nullable String lastFailure;

    /**
     * Takes a place for a call, waiting for one unless the database hangs.
     *
     * @param deadline the call's deadline
     * @throws RuntimeException if the database hangs or the deadline has passed
     */
    <T> TimedCall<T> enter(Deadline deadline, StoreFailures failures, Supplier<TimedCall<T>> call)
        throws InterruptedException {
      lock.lockInterruptibly();
      try {
        while (calls.size() == MAX_OPEN) {
          if (hang.isHanging()) {
            throw rejected(failures, "database does not answer");
          }
          if (deadline.isOver()) {
            String limit = Durations.text(deadline.limit());
            throw rejected(failures, "database was busy for " + limit);
          }
          deadline.awaitSlice(nanos -> left.await(nanos, TimeUnit.NANOSECONDS));
          hang.check(System.nanoTime(), calls.stream().allMatch(open -> open.isCancelled));
        }
        TimedCall<T> entered = call.get();
        calls.addLast(entered);
        return entered;
      } finally {
        lock.unlock();
      }
    }

    /** Frees a call's place. */
    void remove(TimedCall<?> call) {
      lock.lock();
      try {
        calls.remove(call);
        hang.progress();
        left.signalAll();
      } finally {
        lock.unlock();
      }
    }

    int size() {
      lock.lock();
      try {
        return calls.size();
      } finally {
        lock.unlock();
      }
    }

    String lastFailureText() {
      String failure = lastFailure;
      return failure == null ? "" : ", an abandoned earlier call ended with: " + failure;
    }

    private RuntimeException rejected(StoreFailures failures, String reason) {
      return failures.failed(
          failures.content()
              + " "
              + reason
              + ", and all "
              + MAX_OPEN
              + " calls of its data source are open, the oldest since "
              + calls.getFirst().since
              + lastFailureText()
              + failures.where().get()
              + "; check the database, and check whether all connections of its pool are in use",
          null);
    }
  }

  private TimedCall(
      DataSource dataSource,
      OpenCalls open,
      StoreFailures failures,
      Work<BorrowedConnection, T> work) {
    this.dataSource = dataSource;
    this.open = open;
    this.failures = failures;
    this.work = work;
  }

  /** Returns a data source's number of open calls. */
  public static int open(DataSource dataSource) {
    return OPEN.of(dataSource, OpenCalls::new).size();
  }

  /**
   * Runs work over a connection, for functions or workers.
   *
   * @param limit how long to wait; after that, the call is abandoned and begins no further write
   * @throws WorkerSourceException if the database fails or does not answer, or if all other calls
   *     of the data source hang
   */
  public static <T> T run(
      DataSource dataSource, TimeLimit limit, Work<BorrowedConnection, T> work) {
    return run(dataSource, limit, StoreFailures.OF_WORKERS, work);
  }

  /** Runs work over a connection and throws the given kind of failures. */
  public static <T> T run(
      DataSource dataSource,
      TimeLimit limit,
      StoreFailures failures,
      Work<BorrowedConnection, T> work) {
    try {
      Deadline deadline = Deadline.after(limit.whole(), MonotonicTime.SYSTEM);
      DataSource opening = ContextualDataSource.unwrap(dataSource);
      OpenCalls open = OPEN.of(opening, OpenCalls::new);
      return open.enter(deadline, failures, () -> new TimedCall<>(opening, open, failures, work))
          .run(limit, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.failed(
          "interrupted while waiting for the "
              + failures.content()
              + " database"
              + failures.where().get()
              + "; retry",
          e);
    }
  }

  /**
   * Runs the work and waits for its result.
   *
   * @param deadline the call's deadline, which is already running
   */
  private T run(TimeLimit limit, Deadline deadline) throws InterruptedException {
    start(this::work, () -> outcome.run());
    try {
      if (!await(CompletableFuture.anyOf(connected, result), deadline)
          || !await(result, ofWork(limit, deadline))) {
        throw late(deadline.isOver() ? limit.whole() : limit.work(), limit.remedy());
      }
      return result.get();
    } catch (ExecutionException e) {
      throw failed(Objects.requireNonNull(e.getCause()));
    } finally {
      cancel();
    }
  }

  /** Returns the deadline of work that begins now, at most the call's deadline. */
  private static Deadline ofWork(TimeLimit limit, Deadline whole) {
    Duration rest = Duration.ofNanos(whole.remainingNanos());
    return Deadline.after(Durations.min(limit.work(), rest), MonotonicTime.SYSTEM);
  }

  private static boolean await(Future<?> answer, Deadline deadline) throws InterruptedException {
    boolean isDone = deadline.awaitSlice(answer);
    while (!isDone && !deadline.isOver()) {
      isDone = deadline.awaitSlice(answer);
    }
    return isDone;
  }

  private void work() {
    try {
      T answer = answer();
      outcome = () -> result.complete(answer);
      end(null);
    } catch (Throwable e) { // drivers also throw Errors; the caller gets them
      outcome = () -> result.completeExceptionally(e);
      end(e);
    }
  }

  private T answer() throws SQLException {
    try (BorrowedConnection borrowed =
        new BorrowedConnection(dataSource.getConnection(), failures, () -> isCancelled)) {
      connected.complete(borrowed);
      return answer(borrowed);
    }
  }

  private T answer(BorrowedConnection borrowed) throws SQLException {
    try {
      borrowed.begin();
      return work.apply(borrowed);
    } catch (SQLException | RuntimeException e) {
      borrowed.discardAfter(e, dataSource);
      throw e;
    }
  }

  private void end(@Nullable Throwable failure) {
    if (failure == null) {
      open.lastFailure = null;
    } else if (isCancelled && !BorrowedConnection.isCancellation(failure)) {
      open.lastFailure = Causes.text(failure);
    }
  }

  /** Prevents further writes and cancels the work in the background. */
  private void cancel() {
    isCancelled = true;
    BorrowedConnection borrowed = connected.getNow(null);
    if (borrowed != null && !result.isDone()) {
      startTask(borrowed::cancel);
      startTask(() -> abort(borrowed));
    }
  }

  private void abort(BorrowedConnection borrowed) throws Exception {
    try {
      result.handle((answer, failure) -> this).get(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "call does not end, dropping its connection", e);
      borrowed.abort(task -> startTask(task::run));
    }
  }

  /** Runs a task concurrently with the work, unless everything has finished. */
  private void startTask(Task task) {
    if (tasks.getAndUpdate(n -> n == 0 ? 0 : n + 1) == 0) {
      return;
    }
    try {
      start(() -> attempt(task), () -> {});
    } catch (RuntimeException e) { // the caller gets the reason for abandoning the call instead
      LOGGER.log(System.Logger.Level.DEBUG, "call could not be ended", e);
    }
  }

  private static void attempt(Task task) {
    try {
      task.run();
    } catch (Throwable e) { // the driver cannot do it; the next task tries something else
      LOGGER.log(System.Logger.Level.DEBUG, "call could not be ended", e);
    }
  }

  /**
   * Starts a task on its own thread.
   *
   * @param then called once the place is free, because the caller's next call may need it
   */
  private void start(Runnable task, Runnable then) {
    try {
      Threads.SHARED.execute(
          () -> {
            try {
              Threads.callForeign(dataSource, task);
            } finally {
              finishTask();
              then.run();
            }
          });
    } catch (RejectedExecutionException e) {
      finishTask();
      throw failures.failed(String.valueOf(e.getMessage()), e);
    }
  }

  private void finishTask() {
    if (tasks.decrementAndGet() == 0) {
      open.remove(this);
    }
  }

  private RuntimeException late(Duration limit, String remedy) {
    String waited = Durations.text(limit) + failures.where().get() + open.lastFailureText() + "; ";
    return failures.failed(
        connected.isDone()
            ? failures.content() + " database did not answer within " + waited + remedy
            : "data source gave no connection within " + waited + poolRemedy(),
        new TimeoutException());
  }

  private RuntimeException failed(Throwable cause) {
    if (cause instanceof SnowbraidException known) {
      return known;
    }
    String what = Causes.text(cause) + failures.where().get();
    boolean isOfAWrapper = isOfAWrapper(cause);
    return failures.failed(
        connected.isDone()
            ? failures.content()
                + " database failed: "
                + what
                + (isOfAWrapper ? "; " + WRAPPED : "")
            : (Causes.isLoginRejected(cause)
                    ? failures.content() + " database rejected the login: "
                    : "data source gave no connection: ")
                + what
                + "; "
                + (isOfAWrapper ? WRAPPED : connectionRemedy(cause)),
        DatabaseAddress.hideSecrets(cause));
  }

  private String poolRemedy() {
    return "check the database, or "
        + failures.use()
        + " from a separate data source if the application uses all connections of its pool";
  }

  /**
   * Returns whether a failure comes from a wrapping data source. Drivers throw SQLExceptions with a
   * state or code. Once there is a connection, the JDK's exceptions are programming errors.
   */
  private boolean isOfAWrapper(Throwable cause) {
    return cause instanceof SQLException e
        ? !connected.isDone() && !(e instanceof SQLTransientException) && isUncoded(e)
        : cause instanceof RuntimeException
            && !(connected.isDone() && cause.getClass().getName().startsWith("java."));
  }

  private static boolean isUncoded(SQLException failure) {
    SQLException origin = SqlStates.origin(failure);
    return origin.getSQLState() == null && origin.getErrorCode() == 0;
  }

  /**
   * Returns what to do if there is no connection. An exhausted pool throws a transient exception.
   * Otherwise the database has rejected the connection.
   */
  private String connectionRemedy(Throwable cause) {
    if (Causes.isLoginRejected(cause)) {
      return "correct the data source's user and password";
    }
    return cause instanceof SQLException e && !(e instanceof SQLTransientException)
        ? "check that the application can connect with its URL, user and password"
        : poolRemedy();
  }
}
