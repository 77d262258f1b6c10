package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a database, its workers and its ids for problems. */
@Command(
    name = "doctor",
    description =
        "Compares the clocks of this machine and of running generators with the store clock, and"
            + " the layout and the worker table with existing ids; checks PostgreSQL's SQL"
            + " functions and H2's columns. Exits with 1 for errors, but not for warnings.")
final class DoctorCommand implements Callable<Integer> {

  private static final Duration TRIAL_LIMIT = Duration.ofMinutes(1);
  private static final Duration CLOCK_MARGIN = Duration.ofSeconds(10);
  private static final long YEAR_MARGIN = 5;
  private static final double DAYS_PER_YEAR = 365.2425;

  @Mixin private final WorkerStoreOptions database = new WorkerStoreOptions();
  @Mixin private final LayoutOption layout = new LayoutOption();
  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Option(
      names = "--ids",
      paramLabel = "<table.column>",
      description = "A column with ids, as table.column; may be repeated.")
  private List<String> columns = List.of();

  @Option(
      names = "--copy",
      description =
          "The JDBC URL of a server that is a copy of this one, with the same user; checks whether"
              + " both issue the same ids.")
  private @Nullable String copy;

  @Option(
      names = "--try",
      description =
          "Tests this database with workers and tags, in two temporary tables, and reports which"
              + " guarantees hold. Does nothing else.")
  private boolean tries;

  private final Findings findings = new Findings();

  @Override
  public Integer call() throws InterruptedException {
    requireDatabase();
    if (tries) {
      tryStore();
    } else {
      examine();
    }
    output.print(findings.rows());
    return findings.isWell() ? 0 : 1;
  }

  private void tryStore() throws InterruptedException {
    if (!columns.isEmpty() || copy != null) {
      throw new IllegalArgumentException(
          "--try does nothing else; run doctor again for --ids and --copy");
    }
    try (HikariDataSource pool = database.connect()) {
      new StoreTrial(pool, findings, TRIAL_LIMIT).run();
    }
  }

  private void examine() {
    try (WorkerStore store = database.open()) {
      findings.attempt(
          "clock", () -> store.time().ifPresentOrElse(this::compareClock, this::warnOfNamespace));
      List<WorkerInfo> workers = new ArrayList<>();
      boolean isRead = findings.attempt("workers", () -> workers.addAll(read(store)));
      findings.attempt("clocks", () -> compareHolders(workers));
      Layout recorded = layoutOf(workers);
      Layout chosen = layout.layout().orElse(recorded);
      if (!workers.isEmpty() && !chosen.equals(recorded)) {
        findings.find(
            "layout", false, chosen + " is not the namespace's: " + recorded + "; omit --layout");
      }
      checkLayout(chosen);
      if (isRead) {
        findings.attempt(
            "nodes", () -> store.warnings().forEach(text -> findings.find("nodes", false, text)));
        countWorkers(chosen, workers);
      }
      if (store instanceof WorkerStore.Table table) {
        findings.attempt("dropped functions", () -> warnOfDropped(table));
        Database rows = new Database(table.pool());
        findings.attempt("functions", () -> checkFunctions(rows));
        IdsCheck ids = new IdsCheck(rows, chosen, workers, findings);
        columns.forEach(column -> findings.attempt("ids", () -> ids.run(column)));
      }
    }
  }

  private void requireDatabase() {
    if (database.isZooKeeper() && (tries || !columns.isEmpty() || copy != null)) {
      throw new IllegalArgumentException(
          "--ids, --copy and --try need a database, but the url is "
              + database.url()
              + "; run doctor again with the URL of the database");
    }
  }

  private void warnOfNamespace() {
    findings.warn(
        "namespace",
        "is missing ("
            + database.place()
            + "), and the first generator creates it; if a generator has run already, set --path"
            + " and --namespace to its nodes");
  }

  /**
   * Reads the workers. The table may be missing before the first generator; existing ids can still
   * be checked.
   */
  private List<WorkerInfo> read(WorkerStore store) {
    if (!(store instanceof WorkerStore.Table table)) {
      return store.workers();
    }
    if (!table.source().hasTable()) {
      findings.attempt("worker table", () -> warnOfMissing(table.pool()));
      return List.of();
    }
    findings.attempt("namespace", () -> warnOfNamespace(table.pool()));
    return store.workers();
  }

  private void warnOfNamespace(HikariDataSource pool) throws SQLException {
    List<String> known = database.namespaces(pool);
    if (!known.isEmpty() && !known.contains(database.namespace())) {
      findings.warn(
          "namespace",
          database.namespace()
              + " has no workers, and the table has the namespaces "
              + known
              + "; if a generator has run already, correct --namespace");
    }
  }

  private void warnOfMissing(DataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      Set<String> others = Dialects.of(connection).schemasWith(connection, database.table());
      findings.warn(
          "worker table",
          "is missing ("
              + database.place()
              + (others.isEmpty()
                  ? "), and the first generator creates it; if a generator has run already, set"
                      + " --table to its table"
                  : "), but exists in the schemas "
                      + others
                      + "; name one with --table schema."
                      + database.table()));
    }
  }

  private void checkFunctions(Database store) throws SQLException {
    FunctionsCheck functions = new FunctionsCheck(store, findings);
    functions.run();
    if (copy != null) {
      try (HikariDataSource pool = database.connect(copy)) {
        functions.compare(new FunctionsCheck(new Database(pool), findings));
      }
    }
  }

  private void warnOfDropped(WorkerStore.Table store) throws SQLException {
    for (DroppedFunctions dropped : DroppedFunctions.find(store, database)) {
      findings.warn("dropped functions", dropped.finding());
    }
  }

  private Layout layoutOf(List<WorkerInfo> workers) {
    if (!workers.isEmpty()) {
      try {
        return new GrantedTime(database.place()).layout(workers.get(0));
      } catch (WorkerSourceException e) {
        findings.find("workers", false, String.valueOf(e.getMessage()));
      }
    }
    return Layout.DEFAULT;
  }

  private void compareClock(Instant there) {
    Duration offset = Duration.between(there, Instant.now());
    compare("clock", offset, "differs from the store clock by %d ms");
  }

  /**
   * Compares the clocks of the processes that hold workers, as shown by their grants, with the
   * store clock.
   */
  private void compareHolders(List<WorkerInfo> workers) {
    GrantedTime grants = new GrantedTime(database.place());
    for (WorkerInfo worker : workers) {
      String owner = worker.owner().replace("%", "%%");
      grants
          .clockOffset(worker)
          .ifPresent(
              offset ->
                  compare(
                      "clock of " + worker.worker(),
                      offset,
                      owner
                          + ": differs from the store clock by about %d ms, according to its"
                          + " grants"));
    }
  }

  private void compare(String clock, Duration offset, String finding) {
    boolean isClose = offset.abs().compareTo(CLOCK_MARGIN) <= 0;
    findings.find(clock, isClose, finding.formatted(offset.toMillis()));
  }

  private void checkLayout(Layout chosen) {
    Duration left = Duration.between(Instant.now(), chosen.lastInstant());
    long years = (long) (left.toDays() / DAYS_PER_YEAR);
    findings.find(
        "layout",
        years >= YEAR_MARGIN,
        chosen + ": lasts until " + chosen.lastInstant() + ", " + years + " years");
    findings.find(
        "capacity",
        true,
        chosen.minIdsPerTick()
            + " ids per tick of "
            + Durations.text(chosen.tick())
            + " and worker, "
            + chosen.workers()
            + " workers");
  }

  private void countWorkers(Layout chosen, List<WorkerInfo> workers) {
    long held = count(workers, WorkerInfo.State.HELD);
    long reserved =
        count(workers, WorkerInfo.State.RESERVED) + count(workers, WorkerInfo.State.PAST);
    findings.find(
        "workers",
        held + reserved < chosen.workers(),
        held
            + " of "
            + chosen.workers()
            + " are held"
            + (reserved == 0 ? "" : ", " + reserved + " are reserved"));
  }

  private static long count(List<WorkerInfo> workers, WorkerInfo.State state) {
    return workers.stream().filter(worker -> worker.state() == state).count();
  }
}
