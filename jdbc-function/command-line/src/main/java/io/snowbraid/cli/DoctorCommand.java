package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.WorkerRecord;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks for what will go wrong. */
@Command(
    name = "doctor",
    description =
        "Compares the clock with the database's, and the layout with the ids of a table; looks at"
            + " PostgreSQL's SQL functions and H2's columns. Ends with 1 if something is wrong.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

  private static final Duration CLOCK_MARGIN = Duration.ofSeconds(10);
  private static final long YEAR_MARGIN = 5;
  private static final double DAYS_PER_YEAR = 365.2425;

  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final LayoutOption layout = new LayoutOption();
  @Mixin private final Output output = new Output();

  @Option(names = "--ids", description = "A column with ids, as table.column.")
  private @Nullable String column;

  @Option(
      names = "--copy",
      description =
          "The JDBC URL of a server that is a copy of this one, with the same user: whether both"
              + " issue the same ids.")
  private @Nullable String copy;

  private final List<Map<String, Object>> findings = new ArrayList<>();
  private boolean isWell = true;

  @Override
  public Integer call() throws SQLException {
    try (HikariDataSource pool = database.connect()) {
      JdbcWorkerSource source = database.workers(pool);
      compareClocks(source.databaseTime(), Instant.now());
      List<WorkerRecord> workers = source.workers();
      Layout chosen = layout.layout().orElseGet(() -> layoutOf(workers));
      checkLayout(chosen);
      countWorkers(chosen, workers);
      H2Check.run(pool, this::find);
      List<FunctionsReport> functions = new FunctionsCheck(pool, this::find).run();
      if (copy != null) {
        compareWithCopy(functions, copy);
      }
      if (column != null) {
        checkIds(chosen, IdColumn.read(pool, column, chosen.minId(Instant.now())));
      }
    }
    output.print(findings);
    return isWell ? 0 : 1;
  }

  private void compareWithCopy(List<FunctionsReport> here, String url) throws SQLException {
    try (HikariDataSource pool = database.connect(url)) {
      FunctionsCheck.compare(here, FunctionsReport.read(pool), this::find);
    }
  }

  private static Layout layoutOf(List<WorkerRecord> workers) {
    return workers.isEmpty() ? Layout.DEFAULT : Layout.parse(workers.get(0).layout());
  }

  private void compareClocks(Instant there, Instant here) {
    Duration offset = Duration.between(there, here);
    find(
        "clock",
        offset.abs().compareTo(CLOCK_MARGIN) <= 0,
        "differs from the database's by " + offset.toMillis() + " ms");
  }

  private void checkLayout(Layout chosen) {
    Duration left = Duration.between(Instant.now(), chosen.lastInstant());
    long years = (long) (left.toDays() / DAYS_PER_YEAR);
    find(
        "layout",
        years >= YEAR_MARGIN,
        chosen + ": lasts until " + chosen.lastInstant() + ", " + years + " years");
    find(
        "capacity",
        true,
        chosen.leastIdsPerTick()
            + " ids a tick of "
            + chosen.tick()
            + " for each worker, "
            + chosen.workers()
            + " workers");
  }

  private void countWorkers(Layout chosen, List<WorkerRecord> workers) {
    long held =
        workers.stream().filter(worker -> worker.state() == WorkerRecord.State.HELD).count();
    find("workers", held < chosen.workers(), held + " of " + chosen.workers() + " are held");
  }

  private void checkIds(Layout chosen, IdColumn ids) {
    Optional<Long> largest = ids.largest();
    if (largest.isEmpty()) {
      find("ids", true, column + " is empty");
      return;
    }
    Instant now = Instant.now();
    if (largest.get() < 0) {
      find("ids", false, column + " holds negative ids only, up to " + largest.get());
      return;
    }
    Instant time = chosen.decode(largest.get()).time();
    boolean isPast = ids.ahead() == 0;
    find("largest id", isPast, largest.get() + ", read in this layout it is of " + time);
    find("collisions", isPast, isPast ? "none: new ids are larger" : collisions(ids, chosen, now));
  }

  private static String collisions(IdColumn ids, Layout chosen, Instant now) {
    long from = chosen.minId(now);
    long largest = ids.largest().orElseThrow();
    double share = ids.ahead() / ((double) largest - from + 1);
    return String.format(
        java.util.Locale.ROOT,
        "%d ids are larger than the next new one; until %s a new id meets one of them with"
            + " probability %.3g; take a layout with an earlier epoch",
        ids.ahead(),
        chosen.decode(largest).time(),
        share);
  }

  private void find(String what, boolean fine, String finding) {
    isWell &= fine;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("what", what);
    row.put("state", fine ? "ok" : "WRONG");
    row.put("finding", finding);
    findings.add(row);
  }
}
