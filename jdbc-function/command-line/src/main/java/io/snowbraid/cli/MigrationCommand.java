package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import io.snowbraid.PastIds;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Replaces the keys of a table by ids that carry the times of its rows. */
@Command(
    name = "migration",
    description =
        "Replaces the keys of a table by ids that carry the times of its rows: fills a table of old"
            + " keys and new ids, and prints the SQL that does the rest.",
    mixinStandardHelpOptions = true,
    subcommands = {MigrationCommand.PrintPlan.class, MigrationCommand.FillMapping.class})
final class MigrationCommand extends CommandGroup {

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
            "The column of the same table that says when a row was created: a timestamp, a date, or"
                + " milliseconds since 1970.")
    private String time = "";

    @Option(
        names = "--below",
        paramLabel = "<key>",
        description =
            "Only lower keys are replaced, as when newer rows have ids of Snowbraid already.")
    private long below = Long.MAX_VALUE;

    MigratedTable read(HikariDataSource pool) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        return new MigratedTableReader(connection).read(ids, time, below);
      }
    }

    String options() {
      String lower = below == Long.MAX_VALUE ? "" : " --below " + below;
      return "--ids " + ids + " --time " + DatabaseOptions.shellWord(time) + lower;
    }
  }

  /** Prints the SQL. */
  @Command(
      name = "plan",
      description =
          "Prints the SQL that gives a table and all that refers to it new keys. Executes nothing.",
      mixinStandardHelpOptions = true)
  static final class PrintPlan implements Callable<Integer> {

    @Mixin private final DatabaseOptions database = new DatabaseOptions();
    @Mixin private final Columns columns = new Columns();
    @Spec private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli sets the field
    PrintPlan() {}

    @Override
    public Integer call() throws SQLException {
      try (HikariDataSource pool = database.connect()) {
        MigratedTable table = columns.read(pool);
        PrintWriter out = spec.commandLine().getOut();
        MigrationSql.of(table)
            .script(
                "snowbraid migration map --url ..."
                    + database.selection()
                    + " "
                    + columns.options())
            .forEach(line -> out.println(TerminalText.line(line)));
        out.flush();
      }
      return 0;
    }
  }

  /** Fills the table of old keys and new ids. */
  @Command(
      name = "map",
      description =
          "Fills the table of old keys and new ids, which the first statement of the plan creates."
              + " Rows that have a new id already keep it, so it can be stopped and run again. The"
              + " table itself is only read.",
      mixinStandardHelpOptions = true)
  static final class FillMapping implements Callable<Integer> {

    private static final int CONNECTIONS = 3;
    private static final int PROGRESS = 1_000_000;
    private static final double NANOS = 1e9;

    @Mixin private final DatabaseOptions database = new DatabaseOptions();
    @Mixin private final LayoutOption layout = new LayoutOption();
    @Mixin private final Columns columns = new Columns();
    @Spec private CommandSpec spec;

    @Option(
        names = "--zone",
        defaultValue = "UTC",
        description = "The zone of times that have none (default: ${DEFAULT-VALUE}).")
    private ZoneId zone = ZoneId.of("UTC");

    @SuppressWarnings("NullAway") // picocli sets the field
    FillMapping() {}

    @Override
    public Integer call() throws SQLException {
      try (HikariDataSource pool = database.connect()) {
        pool.setMaximumPoolSize(CONNECTIONS);
        MigratedTable table = columns.read(pool);
        table.requireReady(pool);
        JdbcWorkerSource workers = database.workers(pool);
        List<WorkerInfo> known = known(workers);
        KeyMapping mapping =
            new KeyMapping(table, zone, () -> PastIds.open(workers, layout(known)));
        long start = System.nanoTime();
        long rows = mapping.fill(pool, this::showProgress);
        double seconds = (System.nanoTime() - start) / NANOS;
        say(rows + " rows have a new id; " + database.place());
        mapping.ids().ifPresent(ids -> say(summary(seconds, ids)));
      }
      return 0;
    }

    /**
     * Returns the workers of the application's generators. If there are none, it leases elsewhere,
     * and a lane that is claimed here could be that of one of its generators there.
     */
    private List<WorkerInfo> known(JdbcWorkerSource source) {
      List<WorkerInfo> known = source.hasTable() ? source.workers() : List.of();
      if (known.isEmpty()) {
        throw new IllegalArgumentException(
            "a generator must have leased a worker here: "
                + database.place()
                + "; name its table and namespace, start the application once, or, if it leases"
                + " elsewhere, fill the mapping with PastIds in code");
      }
      return known;
    }

    /** Returns the layout of the worker table, unless another is named. */
    private Layout layout(List<WorkerInfo> known) {
      return layout
          .layout()
          .orElseGet(() -> new GrantedTime(database.place()).layout(known.get(0)));
    }

    private void showProgress(long rows) {
      if (rows % PROGRESS == 0) {
        say(rows + " rows");
      }
    }

    private static String summary(double seconds, PastIds ids) {
      Duration shift = ids.greatestShift();
      return String.format(
          Locale.ROOT,
          "in %.1f s, of worker %d and lane %d; %s",
          seconds,
          ids.workerId(),
          ids.lane(),
          shift.isZero()
              ? "each id carries its row's time"
              : "ids carry their rows' times, or up to "
                  + Durations.text(shift)
                  + " later, where too many rows have one time");
    }

    private void say(String text) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(TerminalText.line(text));
      out.flush();
    }
  }
}
