package io.snowbraid.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Starts many generators on one table of workers at once, and measures how long the last one takes
 * to its first id, what all write while they rest, and how the first one fails that finds no
 * worker.
 *
 * <p>The generators are in a few JVMs, each with a pool of connections; each generator has a lease
 * of its own, as if it were a process.
 */
final class ManyGenerators {

  private static final int PROCESSES = 4;
  private static final int THREADS = 32;
  private static final int CONNECTIONS = 10;
  private static final String STARTED = "started ";
  private static final String WIDE =
      "time=41,rollback=2,timeline=2,worker=11,sequence=7,epoch=2025-01-01T00:00:00Z";

  private final List<Integer> counts;
  private final Duration rest;

  ManyGenerators(boolean quick) {
    this.counts = quick ? List.of(100) : List.of(100, 1_000, 2_000);
    this.rest = Duration.ofSeconds(quick ? 10 : 60);
  }

  String measure() throws IOException, SQLException, InterruptedException {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "generators at once",
                "last first id, s",
                "slowest of them, s",
                "rows written until then",
                "rows written a second at rest"));
    StringBuilder failures = new StringBuilder();
    try (DatabaseServer server = DatabaseServer.postgres()) {
      measure(table, failures, server);
    }
    try (DatabaseServer server = DatabaseServer.mariaDb()) {
      measure(table, failures, server);
    }
    return """
    ## Many generators on one table

    Layout `%s`; %d JVMs with %d connections each start them as fast as they can, %d at a time; then they rest for %d s.

    %s
    %s\
    """
        .formatted(WIDE, PROCESSES, CONNECTIONS, THREADS, rest.toSeconds(), table, failures);
  }

  private void measure(MarkdownTable table, StringBuilder failures, DatabaseServer server)
      throws IOException, SQLException, InterruptedException {
    String version = server.version();
    for (int count : counts) {
      System.err.println(count + " generators on " + version);
      table.add(new Run(server, version).start(WIDE, count, rest).cells());
    }
    Run full = new Run(server, version).start("DEFAULT", 140, Duration.ZERO);
    failures.append(
        "%s, default layout, 140 generators at once: %d start; the others fail: `%s`%n%n"
            .formatted(version, full.starts.size(), full.failures.get(0)));
  }

  /** Generators of one namespace that start at once and then rest. */
  private static final class Run {

    private final DatabaseServer server;
    private final String version;
    private final List<Double> starts = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private int count;
    private double seconds;
    private double written;
    private double writtenASecond;

    Run(DatabaseServer server, String version) {
      this.server = server;
      this.version = version;
    }

    Run start(String layout, int generators, Duration rest)
        throws IOException, SQLException, InterruptedException {
      count = generators;
      List<Process> processes = new ArrayList<>();
      try (Connection connection = server.connect()) {
        double before = written(connection);
        long begun = System.nanoTime();
        for (int i = 0; i < PROCESSES; i++) {
          processes.add(process(layout, generators / PROCESSES));
        }
        for (Process process : processes) {
          read(process);
        }
        seconds = (System.nanoTime() - begun) / 1e9;
        double started = written(connection);
        written = started - before;
        TimeUnit.NANOSECONDS.sleep(rest.toNanos());
        writtenASecond = (written(connection) - started) / rest.toSeconds();
        return this;
      } finally {
        processes.forEach(Process::destroyForcibly);
      }
    }

    private Process process(String layout, int generators) throws IOException {
      return new ProcessBuilder(
              JavaCommand.of(
                  ManyGenerators.class,
                  List.of("-Xlog:disable", "-XX:+UseSerialGC", "-Xmx512m"),
                  server.url(),
                  layout,
                  String.valueOf(count),
                  String.valueOf(generators)))
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    }

    /** Reads what became of the generators of a process. */
    private void read(Process process) throws IOException {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      for (int i = 0; i < count / PROCESSES; i++) {
        String line = String.valueOf(lines.readLine());
        if (line.startsWith(STARTED)) {
          starts.add(Double.valueOf(line.substring(STARTED.length())));
        } else {
          failures.add(line);
        }
      }
    }

    /** Returns how many rows were written to the table of workers. */
    private double written(Connection connection) throws SQLException {
      return DatabaseServer.number(
          connection,
          version.startsWith("PostgreSQL")
              ? "SELECT coalesce(sum(n_tup_ins + n_tup_upd), 0) FROM pg_stat_user_tables"
              : "SELECT sum(variable_value) FROM information_schema.global_status"
                  + " WHERE variable_name IN ('COM_INSERT', 'COM_UPDATE')",
          1);
    }

    List<String> cells() {
      return List.of(
          "%,d on %s".formatted(count, version),
          MeasuredValue.number(seconds),
          MeasuredValue.number(starts.stream().mapToDouble(each -> each).max().orElseThrow()),
          MeasuredValue.number(written),
          MeasuredValue.number(writtenASecond));
    }
  }

  /** Starts generators, says what became of each, and lets them rest until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    HikariConfig pool = new HikariConfig();
    pool.setJdbcUrl(arguments[0]);
    pool.setMaximumPoolSize(CONNECTIONS);
    JdbcWorkerSource source =
        JdbcWorkerSource.of(new HikariDataSource(pool)).withNamespace("scale" + arguments[2]);
    Layout layout = Layout.parse(arguments[1]);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Snowflake> generators = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
      threads.execute(
          () -> {
            long begun = System.nanoTime();
            try {
              Snowflake generator = Snowflake.builder().layout(layout).worker(source).build();
              generators.add(generator);
              generator.nextId();
              System.out.println(STARTED + (System.nanoTime() - begun) / 1e9);
            } catch (RuntimeException e) {
              System.out.println(e.getMessage());
            }
          });
    }
    Thread.sleep(Long.MAX_VALUE);
  }
}
