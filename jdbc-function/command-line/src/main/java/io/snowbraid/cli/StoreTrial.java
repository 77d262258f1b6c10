package io.snowbraid.cli;

import io.snowbraid.Layout;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Uses workers and numbers of a tag on a database as generators do, and finds what does not hold.
 * All of it happens in two tables with names of their own, which are dropped at the end, and within
 * a limit, because a driver that nobody tried may hang.
 */
final class StoreTrial {

  /** How many threads, and connections, work at the same time. */
  static final int THREADS = ConnectionOptions.CONNECTIONS;

  private static final int ROUNDS = 25;
  private static final int NUMBERS = 10;
  private static final int WORKERS = 8;

  /** The present tick, after all that is granted here. */
  private static final long TICK = 10_000;

  private static final String TAG = "orders";

  private static final Duration HORIZON = Duration.ofMinutes(1);
  private static final Duration SHORT_HORIZON = Duration.ofMillis(500);
  private static final Duration DROP_LIMIT = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final DataSource pool;
  private final Findings findings;
  private final JdbcWorkerSource workers;
  private final JdbcSegmentSource segments;
  private final String workerTable;
  private final String segmentTable;
  private final Duration limit;
  private final List<String> created = new CopyOnWriteArrayList<>();
  private long end;
  private boolean isOver;

  /**
   * Creates a trial.
   *
   * @param pool gives at least {@link #THREADS} connections
   * @param findings what is found is added here
   * @param limit how long all checks may take
   */
  StoreTrial(DataSource pool, Findings findings, Duration limit) {
    String name = "snowbraid_try_" + Integer.toHexString(ThreadLocalRandom.current().nextInt());
    this.pool = pool;
    this.findings = findings;
    this.limit = limit;
    this.workerTable = name + "_w";
    this.segmentTable = name + "_s";
    this.workers = JdbcWorkerSource.of(pool).withTable(workerTable);
    this.segments = JdbcSegmentSource.of(pool).withTable(segmentTable).withTagCreation(false);
  }

  /** Tries everything, and removes the tables. */
  void run() {
    end = System.nanoTime() + limit.toNanos();
    try {
      if (hold("tables", this::createTables)) {
        checks().forEach(this::hold);
      }
      if (!isOver) {
        findings.warn(
            "crash",
            "is not tried: the database must have a commit on disk before it reports it, also under"
                + " the settings of this user");
      }
    } finally {
      created.forEach(this::drop);
    }
  }

  private Map<String, Callable<String>> checks() {
    Map<String, Callable<String>> checks = new LinkedHashMap<>();
    checks.put("clock", this::readClock);
    checks.put("worker", this::continueLease);
    checks.put("workers of a crowd", this::leaseAtOnce);
    checks.put("one worker for a crowd", this::leaseOneAtOnce);
    checks.put("holder that is dead", this::succeed);
    checks.put("record that is deleted", this::loseRecord);
    checks.put("numbers of a crowd", this::drawAtOnce);
    checks.put("tag that is deleted", this::loseTag);
    return checks;
  }

  /**
   * Runs a check, which returns what holds and throws {@link AssertionError} for what does not. One
   * that hangs is the last.
   */
  private boolean hold(String what, Callable<String> check) {
    if (isOver) {
      return false;
    }
    try {
      findings.find(what, true, within(end - System.nanoTime(), check));
      return true;
    } catch (TimeoutException e) {
      isOver = true;
      findings.find(
          what, false, "hangs: it is not done " + limit.toSeconds() + " s after the start");
    } catch (ExecutionException e) { // whatever a driver that nobody tried may throw
      findings.find(what, false, message(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isOver = true;
      findings.find(what, false, "was interrupted");
    }
    return false;
  }

  private static String message(ExecutionException e) {
    return String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage());
  }

  /** Calls foreign code in a thread that does not keep the process. */
  private static <T> T within(long nanos, Callable<T> call)
      throws InterruptedException, ExecutionException, TimeoutException {
    ExecutorService thread = Executors.newSingleThreadExecutor(StoreTrial::daemon);
    try {
      return thread.submit(call).get(nanos, TimeUnit.NANOSECONDS);
    } finally {
      thread.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "snowbraid-trial");
    thread.setDaemon(true);
    return thread;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  private String createTables() {
    created.add(workerTable); // a call that fails may have created it
    workers.createTableIfMissing();
    require(workers.hasTable(), "a table that was created cannot be found");
    created.add(segmentTable);
    boolean isNew = segments.create(TAG, 1);
    require(isNew, "a new tag is said to exist");
    return "are created: " + String.join(", ", created);
  }

  private String readClock() throws InterruptedException {
    close(acquire("clock", HORIZON)); // an empty table has no clock
    Instant first = workers.withNamespace("clock").storeTime().orElseThrow();
    Thread.sleep(1_100);
    Instant second = workers.withNamespace("clock").storeTime().orElseThrow();
    Duration moved = Duration.between(first, second);
    require(moved.toMillis() > 500, "moved by " + moved.toMillis() + " ms, while 1100 ms went by");
    return "moves; differs from this one by "
        + Duration.between(second, Instant.now()).toMillis()
        + " ms";
  }

  private WorkerLease acquire(String namespace, Duration horizon) {
    return workers.withNamespace(namespace).acquire(request(WORKERS, horizon));
  }

  private static WorkerRequest request(int count, Duration horizon) {
    String layout = Layout.DEFAULT.toString();
    return new WorkerRequest(layout, count, 2, 2, TICK, horizon, "doctor --try", 0, Set.of());
  }

  private static void close(WorkerLease lease) {
    lease.release(new long[] {-1, -1});
  }

  private String continueLease() {
    WorkerLease first = acquire("one", HORIZON);
    require(first.extend(new long[] {100, 50}), "a holder's own grant was refused");
    require(first.extend(new long[] {200, 50}), "a holder's second grant was refused");
    first.release(new long[] {150, 50});
    WorkerLease next = acquire("one", HORIZON);
    require(
        next.worker() == first.worker() && Arrays.equals(next.lastTicks(), new long[] {150, 50}),
        "a released worker is worker="
            + next.worker()
            + " with "
            + Arrays.toString(next.lastTicks())
            + ", not worker="
            + first.worker()
            + " with [150, 50]");
    close(next);
    return "is granted, released, and continues where it ended";
  }

  private String leaseAtOnce() throws InterruptedException, ExecutionException {
    List<WorkerLease> leases = atOnce(() -> acquire("crowd", HORIZON));
    List<Integer> numbers = leases.stream().map(WorkerLease::worker).sorted().toList();
    require(
        Set.copyOf(numbers).size() == THREADS, "holders at the same time got workers " + numbers);
    for (WorkerLease lease : leases) {
      require(lease.extend(new long[] {10, 10}), "a holder lost its worker to nobody");
      close(lease);
    }
    return THREADS + " holders that ask at the same time get different ones";
  }

  /** All find the same row, of a worker that was released, and only one of them may update it. */
  private String leaseOneAtOnce() throws InterruptedException, ExecutionException {
    JdbcWorkerSource single = workers.withNamespace("single");
    close(single.acquire(request(1, HORIZON)));
    for (int round = 0; round < ROUNDS; round++) {
      List<WorkerLease> leases =
          atOnce(() -> acquireIfFree(single)).stream().flatMap(Optional::stream).toList();
      require(
          leases.size() == 1,
          leases.size() + " holders at the same time got the only worker, in round " + round);
      close(leases.get(0));
    }
    return "is leased by one of " + THREADS + ", in each of " + ROUNDS + " rounds";
  }

  private static Optional<WorkerLease> acquireIfFree(JdbcWorkerSource source) {
    try {
      return Optional.of(source.acquire(request(1, HORIZON)));
    } catch (WorkersHeldException e) {
      return Optional.empty();
    }
  }

  private static <T> List<T> atOnce(Callable<T> call)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS, StoreTrial::daemon);
    CyclicBarrier start = new CyclicBarrier(THREADS); // a call is over before a thread has started
    Callable<T> together =
        () -> {
          start.await();
          return call.call();
        };
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(Collections.nCopies(THREADS, together))) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  /** All workers are held, and one of the holders does nothing more. */
  private String succeed() throws InterruptedException {
    WorkerLease dead = acquire("dead", SHORT_HORIZON);
    require(dead.extend(new long[] {1_000, 2_000}), "a holder's own grant was refused");
    for (int i = 1; i < WORKERS; i++) {
      acquire("dead", HORIZON);
    }
    WorkerLease heir = awaitHeir();
    require(heir.worker() == dead.worker(), "a living holder's worker was given away");
    require(
        heir.lastTicks()[0] >= 1_000 && heir.lastTicks()[1] >= 2_000,
        "the next holder starts after "
            + Arrays.toString(heir.lastTicks())
            + ", within the grant of the one before: [1000, 2000]");
    require(
        !dead.extend(new long[] {3_000, 3_000}),
        "a holder that is presumed dead can still write: an update reports a row that its condition"
            + " excludes");
    require(heir.extend(new long[] {4_000, 4_000}), "the next holder's grant was refused");
    return "is followed by another one after its grant, and cannot write any more";
  }

  private WorkerLease awaitHeir() throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      try {
        return acquire("dead", HORIZON);
      } catch (WorkersHeldException e) {
        require(
            Instant.now().isBefore(end),
            "its worker is not free after " + PATIENCE.toSeconds() + " s: " + e.getMessage());
        Thread.sleep(200);
      }
    }
  }

  private String loseRecord() throws SQLException {
    WorkerLease lease = acquire("lost", HORIZON);
    execute("delete from " + workerTable + " where namespace = 'lost' and worker >= 0");
    boolean goesOn;
    try {
      goesOn = lease.extend(new long[] {1, 1});
    } catch (WorkerSourceException e) {
      goesOn = false;
    }
    require(!goesOn, "a holder whose record is gone continues: an update of no row reports one");
    return "stops its holder";
  }

  private String drawAtOnce() throws InterruptedException, ExecutionException {
    List<Segment> drawn =
        atOnce(this::drawSome).stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingLong(Segment::first))
            .toList();
    long next = 1;
    for (Segment segment : drawn) {
      require(segment.first() >= next, "were drawn twice: from " + segment.first() + " on");
      require(segment.first() == next, "are missing: from " + next + " on");
      next = segment.last() + 1;
    }
    long bound = segments.peek(TAG).orElseThrow();
    require(bound == next, "end at " + (next - 1) + ", but the table says bound=" + bound);
    return (next - 1) + " are drawn by " + THREADS + " threads, each of them once";
  }

  private List<Segment> drawSome() {
    List<Segment> drawn = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      drawn.add(segments.draw(TAG, NUMBERS));
    }
    return drawn;
  }

  private String loseTag() throws SQLException {
    execute("delete from " + segmentTable);
    Segment drawn;
    try {
      drawn = segments.draw(TAG, NUMBERS);
    } catch (SegmentSourceException e) {
      return "gives no more numbers";
    }
    throw new AssertionError("still gives numbers: " + drawn);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }
  }

  private void drop(String table) {
    try {
      within(
          DROP_LIMIT.toNanos(),
          () -> {
            execute("drop table " + table);
            return true;
          });
    } catch (ExecutionException e) {
      warnOfTable(table, message(e));
    } catch (TimeoutException e) {
      warnOfTable(table, "this took more than " + DROP_LIMIT.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      warnOfTable(table, "this was interrupted");
    }
  }

  private void warnOfTable(String table, String reason) {
    findings.warn("tables", "may be left: drop table " + table + "; " + reason);
  }
}
