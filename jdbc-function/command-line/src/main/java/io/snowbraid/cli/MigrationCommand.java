package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.job.PastIds;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Replaces the keys of a table by ids that carry the times of its rows. */
@Command(
    name = "migration",
    description =
        "Replaces the keys of a table with ids that carry the times of its rows: fills a table of"
            + " old keys and new ids, and prints the SQL for the rest.")
final class MigrationCommand extends CommandGroup {

  private static final int PROGRESS = 1_000_000;
  private static final double NANOS = 1e9;

  /** Names the keys and the times. */
  static final class Columns {

    @Option(
        names = "--ids",
        required = true,
        paramLabel = "<table.column>",
        description = "The primary key, as table.column or schema.table.column.")
    private String ids = "";

    @Option(
        names = "--time",
        required = true,
        paramLabel = "<column>",
        description =
            "The column of the same table with the creation time of a row: a timestamp, a date, or"
                + " milliseconds since 1970.")
    private String time = "";

    @Option(
        names = "--below",
        paramLabel = "<key>",
        description = "Replaces only lower keys, if newer rows already have ids of Snowbraid.")
    private long below = Long.MAX_VALUE;

    MigratedTable read(HikariDataSource pool) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        return new MigratedTableReader(new Database(pool), connection).read(ids, time, below);
      }
    }

    String options() {
      String lower = below == Long.MAX_VALUE ? "" : " --below " + below;
      return "--ids " + ids + " --time " + DatabaseOptions.shellWord(time) + lower;
    }
  }

  @Command(
      name = "plan",
      description =
          "Prints the SQL that replaces the keys of a table and all references to them. Executes"
              + " nothing.")
  void plan(@Mixin DatabaseOptions database, @Mixin Columns columns, @Mixin TextPrinter output)
      throws SQLException {
    String fill = "snowbraid migration map --url ..." + database.selection() + " ";
    try (HikariDataSource pool = database.connect()) {
      List<String> lines = new MigrationSql(columns.read(pool)).script(fill + columns.options());
      output.say(lines.stream().map(TerminalText::line).collect(Collectors.joining("\n")));
    }
  }

  @Command(
      name = "map",
      description =
          "Fills the table of old keys and new ids, which the first statement of the plan creates."
              + " Rows keep the new ids that they already have, so the command can be stopped and"
              + " run again. The migrated table is only read.")
  void map(
      @Mixin DatabaseOptions database,
      @Mixin LayoutOption layout,
      @Mixin Columns columns,
      @Mixin TextPrinter output,
      @Option(
              names = "--zone",
              defaultValue = "UTC",
              description = "The time zone of times without one (default: ${DEFAULT-VALUE}).")
          ZoneId zone)
      throws SQLException {
    try (HikariDataSource pool = database.connect()) {
      MigratedTable table = columns.read(pool);
      table.requireReady(new Database(pool));
      JdbcWorkerSource workers = database.workers(pool);
      WorkerInfo known = known(workers, database);
      GrantedTime records = new GrantedTime(database.place());
      Layout chosen = layout.layout().orElseGet(() -> records.layout(known));
      KeyMapping mapping = new KeyMapping(table, zone, () -> PastIds.open(workers, chosen));
      long start = System.nanoTime();
      long rows = mapping.fill(pool, count -> showProgress(count, output));
      double seconds = (System.nanoTime() - start) / NANOS;
      output.say(rows + " rows have a new id (" + database.place() + ")");
      mapping.ids().ifPresent(ids -> output.say(summary(seconds, ids)));
    }
  }

  /**
   * Returns a worker of the application's generators. If there is none, they lease elsewhere, and a
   * lane claimed here could belong to one of them.
   */
  private static WorkerInfo known(JdbcWorkerSource source, DatabaseOptions database) {
    List<WorkerInfo> known = source.hasTable() ? source.workers() : List.of();
    if (known.isEmpty()) {
      throw new IllegalArgumentException(
          "no generator has leased a worker here ("
              + database.place()
              + "); name the generator's table and namespace, start the application once, or, if it"
              + " leases elsewhere, fill the mapping with PastIds in code");
    }
    return known.get(0);
  }

  private static void showProgress(long rows, TextPrinter output) {
    if (rows % PROGRESS == 0) {
      output.say(rows + " rows");
    }
  }

  private static String summary(double seconds, PastIds ids) {
    Duration shift = ids.greatestShift();
    return String.format(
        Locale.ROOT,
        "in %.1f s, with worker %d and lane %d; %s",
        seconds,
        ids.workerId(),
        ids.lane(),
        shift.isZero()
            ? "each id carries the time of its row"
            : "ids carry the times of their rows, or up to "
                + Durations.text(shift)
                + " later where too many rows share a time");
  }
}
