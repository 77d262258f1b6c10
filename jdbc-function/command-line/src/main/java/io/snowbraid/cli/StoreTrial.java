package io.snowbraid.cli;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
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
import java.util.List;
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
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/**
 * Tries workers and tag numbers on a database as generators use them, and reports failed checks.
 * The trial uses two new tables, which are dropped at the end. It has a time limit, because an
 * untested driver may hang.
 */
final class StoreTrial {

  private static final int THREADS = ConnectionOptions.CONNECTIONS;
  private static final int ROUNDS = 25;
  private static final int NUMBERS = 10;

  /** The current tick, later than all grants here. */
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
  private String current = "";
  private boolean isOver;

  /**
   * Creates a trial.
   *
   * @param pool provides at least {@link ConnectionOptions#CONNECTIONS} connections
   * @param findings receives the findings
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

  /** Runs all checks and drops the tables. */
  void run() throws InterruptedException {
    Thread trial = daemon(this::tryAll);
    trial.start();
    trial.join(limit.toMillis());
    end();
    trial.interrupt();
    FutureTask<Boolean> removal = new FutureTask<>(this::dropTables);
    daemon(removal).start();
    try {
      removal.get(DROP_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      findings.warn(
          "tables",
          "may be left: "
              + created
              + " ("
              + Objects.requireNonNullElse(e.getCause(), e)
              + "); drop them");
    }
  }

  private boolean dropTables() throws SQLException {
    while (!created.isEmpty()) {
      execute("drop table " + created.get(0));
      created.remove(0);
    }
    return true;
  }

  /** Creates a daemon thread, because foreign code must not keep the process alive. */
  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "snowbraid-trial");
    thread.setDaemon(true);
    return thread;
  }

  private void tryAll() {
    if (hold("tables", this::createTables)) {
      hold("clock", this::readClock);
      hold("worker", this::continueLease);
      hold("contended worker", this::leaseOneAtOnce);
      hold("dead holder", this::succeed);
      hold("contended numbers", this::drawAtOnce);
      hold("deleted records", this::loseRecords);
    }
    begin("");
  }

  /** Runs a check, which returns what holds or throws what does not. */
  private boolean hold(String what, Callable<String> check) {
    if (!begin(what)) {
      return false;
    }
    try {
      return report(what, true, check.call());
    } catch (ExecutionException e) {
      return report(what, false, String.valueOf(e.getCause()));
    } catch (Exception | LinkageError e) { // an untested driver may throw anything
      return report(what, false, String.valueOf(e.getMessage()));
    }
  }

  private synchronized boolean begin(String what) {
    current = what;
    return !isOver;
  }

  private synchronized boolean report(String what, boolean holds, String finding) {
    if (!isOver) {
      findings.find(what, holds, finding);
    }
    return holds;
  }

  /** Prevents further checks, and reports the unfinished one. */
  private synchronized void end() {
    isOver = true;
    if (current.isEmpty()) {
      findings.warn(
          "crash",
          "is not tested: the database must report a commit only when it is on disk, also under the"
              + " settings of this user");
    } else {
      findings.find(current, false, "hangs: not done " + limit.toSeconds() + " s after the start");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private String createTables() {
    created.add(workerTable); // a call that fails may have created it
    workers.createTableIfMissing();
    require(workers.hasTable(), "a created table cannot be found");
    created.add(segmentTable);
    require(segments.create(TAG, 1), "a new tag is reported to exist");
    return "are created: " + String.join(", ", created);
  }

  private String readClock() throws InterruptedException {
    JdbcWorkerSource source = workers.withNamespace("clock");
    close(source.acquire(request(HORIZON))); // an empty table has no clock
    Instant first = source.storeTime().orElseThrow();
    Thread.sleep(1_100);
    Instant second = source.storeTime().orElseThrow();
    long moved = Duration.between(first, second).toMillis();
    require(moved > 500, "moved by " + moved + " ms, while 1100 ms went by");
    long ahead = Duration.between(second, Instant.now()).toMillis();
    return "moves; differs from this clock by " + ahead + " ms";
  }

  /** Requests the only worker of a namespace. */
  private static WorkerRequest request(Duration horizon) {
    String layout = Layout.DEFAULT.toString();
    return new WorkerRequest(layout, 1, 2, 2, TICK, horizon, "doctor --try", 0, Set.of());
  }

  private static void close(WorkerLease lease) {
    lease.release(new long[] {-1, -1});
  }

  private String continueLease() {
    JdbcWorkerSource source = workers.withNamespace("one");
    WorkerLease first = source.acquire(request(HORIZON));
    require(first.extend(new long[] {100, 50}), "the holder's own grant was refused");
    require(first.extend(new long[] {200, 50}), "the holder's second grant was refused");
    first.release(new long[] {150, 50});
    WorkerLease next = source.acquire(request(HORIZON));
    String continued = Arrays.toString(next.lastTicks());
    require(continued.equals("[150, 50]"), "continues with " + continued + ", not [150, 50]");
    close(next);
    return "is granted, released, and continues after its last tick";
  }

  /**
   * Leases one worker concurrently: first without a row, then with a released worker's row. Only
   * one write may succeed.
   */
  private String leaseOneAtOnce() throws InterruptedException, ExecutionException {
    JdbcWorkerSource source = workers.withNamespace("single");
    for (int round = 0; round < ROUNDS; round++) {
      List<WorkerLease> leases =
          atOnce(() -> acquireIfFree(source)).stream().flatMap(Optional::stream).toList();
      require(
          leases.size() == 1,
          leases.size() + " threads acquired the only worker at the same time, in round " + round);
      close(leases.get(0));
    }
    return "is leased by one of " + THREADS + ", in each of " + ROUNDS + " rounds";
  }

  private static Optional<WorkerLease> acquireIfFree(JdbcWorkerSource source) {
    try {
      return Optional.of(source.acquire(request(HORIZON)));
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

  /** Acquires the only worker after its holder stops renewing. */
  private String succeed() throws InterruptedException {
    JdbcWorkerSource source = workers.withNamespace("dead");
    WorkerLease dead = source.acquire(request(SHORT_HORIZON));
    require(dead.extend(new long[] {1_000, 2_000}), "the holder's own grant was refused");
    WorkerLease heir = awaitHeir(source);
    long[] start = heir.lastTicks();
    require(
        start[0] >= 1_000 && start[1] >= 2_000,
        "the next holder starts after "
            + Arrays.toString(start)
            + ", within the previous holder's grant, [1000, 2000]");
    require(
        !dead.extend(new long[] {3_000, 3_000}),
        "a holder whose lease has expired can still write: an update reports a row that its"
            + " condition excludes");
    require(heir.extend(new long[] {4_000, 4_000}), "the next holder's grant was refused");
    return "is succeeded after its grant, and can no longer write";
  }

  private static WorkerLease awaitHeir(JdbcWorkerSource source) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    Optional<WorkerLease> heir = acquireIfFree(source);
    while (heir.isEmpty()) {
      require(
          Instant.now().isBefore(end),
          "its worker is not free after " + PATIENCE.toSeconds() + " s");
      Thread.sleep(200);
      heir = acquireIfFree(source);
    }
    return heir.get();
  }

  private String drawAtOnce() throws InterruptedException, ExecutionException {
    List<Long> drawn =
        atOnce(this::drawSome).stream().flatMap(List::stream).map(Segment::first).sorted().toList();
    long bound = segments.peek(TAG).orElseThrow();
    List<Long> once = LongStream.range(0, THREADS * ROUNDS).mapToObj(i -> 1 + i * NUMBERS).toList();
    require(
        drawn.equals(once) && bound == 1 + THREADS * ROUNDS * NUMBERS,
        "are not drawn once each: first numbers=" + drawn + ", bound=" + bound);
    return (bound - 1) + " are drawn once each by " + THREADS + " threads";
  }

  private List<Segment> drawSome() {
    List<Segment> drawn = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      drawn.add(segments.draw(TAG, NUMBERS));
    }
    return drawn;
  }

  private String loseRecords() throws SQLException {
    WorkerLease lease = workers.withNamespace("lost").acquire(request(HORIZON));
    execute("delete from " + workerTable + " where namespace = 'lost' and worker >= 0");
    require(
        !goesOn(() -> lease.extend(new long[] {1, 1})),
        "a holder whose record is gone continues: an update of no row reports one");
    execute("delete from " + segmentTable);
    require(!goesOn(() -> segments.draw(TAG, 1).count() > 0), "a deleted tag gives numbers");
    return "stop the holder of the worker, and draws of the tag";
  }

  private static boolean goesOn(BooleanSupplier call) {
    try {
      return call.getAsBoolean();
    } catch (WorkerSourceException | SegmentSourceException e) {
      return false;
    }
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
}
