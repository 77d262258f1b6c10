package io.snowbraid.benchmarks;

import io.snowbraid.jdbc.SnowflakeFunctions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures what primary keys cost in PostgreSQL: rows per second, log, and the size of the index.
 *
 * <p>Each table is filled twice with the same number of rows: while it is empty, and after a
 * checkpoint, when most of it is no longer in memory. Then every second row is deleted, and as many
 * are inserted again, as in a table that keeps some days. All kinds take turns in each round, and
 * the medians of the rounds are reported. The server writes its log to disk at each commit.
 */
final class PrimaryKeys implements AutoCloseable {

  private static final int CLIENTS = 4;
  private static final int BATCH = 1_000;
  private static final String BUFFERS = "32MB";

  private final BenchmarkOptions.Keys settings;
  private final DatabaseServer server;
  private final Connection connection;
  private final Map<KeyKind, Costs> costs = new EnumMap<>(KeyKind.class);

  /** The costs of one kind, round by round. */
  private record Costs(
      RateSamples rows,
      RateSamples log,
      RateSamples indexMegabytes,
      RateSamples density,
      RateSamples laterRows,
      RateSamples laterLog,
      RateSamples laterImages,
      RateSamples megabytesAfterDeletes) {

    Costs() {
      this(
          new RateSamples(),
          new RateSamples(),
          new RateSamples(),
          new RateSamples(),
          new RateSamples(),
          new RateSamples(),
          new RateSamples(),
          new RateSamples());
    }

    List<String> cells() {
      List<String> cells = new ArrayList<>();
      for (RateSamples samples :
          List.of(
              rows,
              log,
              indexMegabytes,
              density,
              laterRows,
              laterLog,
              laterImages,
              megabytesAfterDeletes)) {
        cells.add(MeasuredValue.number(samples.median()));
      }
      return cells;
    }
  }

  /** The counters of the log at one time. */
  private record Log(long bytes, long images) {}

  PrimaryKeys(BenchmarkOptions settings) throws SQLException, IOException {
    this.settings = settings.keys();
    server =
        DatabaseServer.postgres(
            "shared_buffers=" + BUFFERS,
            "max_wal_size=8GB",
            "checkpoint_timeout=30min",
            "autovacuum=off");
    SnowflakeFunctions.install(server.dataSource());
    connection = server.connect();
    run("CREATE EXTENSION pgstattuple");
    createTables();
  }

  private void createTables() throws SQLException {
    for (KeyKind kind : KeyKind.values()) {
      boolean exists =
          kind != KeyKind.UUID_7 || connection.getMetaData().getDatabaseMajorVersion() >= 18;
      if (exists) {
        run(kind.createTable());
        costs.put(kind, new Costs());
      }
    }
  }

  String measure() throws SQLException {
    for (int round = 0; round < settings.rounds(); round++) {
      for (KeyKind kind : costs.keySet()) {
        System.err.println("primary keys, round " + round + ": " + kind.label());
        measure(kind);
      }
    }
    return """
    ## Primary keys in %s

    %,d rows into an empty table by %d clients in batches of %,d, then, after a checkpoint, as many again; then every second row is deleted, the table vacuumed, and as many rows are inserted; shared_buffers=%s, medians of %d rounds. A leaf density is what part of the index's pages is in use.

    %s\
    """
        .formatted(
            server.version(), settings.rows(), CLIENTS, BATCH, BUFFERS, settings.rounds(), table());
  }

  private MarkdownTable table() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "key",
                "1,000 rows/s",
                "WAL bytes a row",
                "index MB",
                "leaf density %",
                "then: 1,000 rows/s",
                "WAL bytes a row",
                "page images",
                "after deletes: index MB"));
    costs.forEach(
        (kind, cost) -> {
          List<String> row = new ArrayList<>(List.of(kind.label()));
          row.addAll(cost.cells());
          table.add(row);
        });
    return table;
  }

  private void measure(KeyKind kind) throws SQLException {
    Costs cost = costs.getOrDefault(kind, new Costs());
    run("TRUNCATE " + kind.table() + " RESTART IDENTITY");
    run("CHECKPOINT");
    fill(kind, cost.rows(), cost.log(), new RateSamples());
    String index = kind.table() + "_pkey";
    cost.indexMegabytes().add(0, megabytes(index));
    cost.density().add(0, number("SELECT avg_leaf_density FROM pgstatindex('" + index + "')"));
    run("CHECKPOINT");
    fill(kind, cost.laterRows(), cost.laterLog(), cost.laterImages());
    run("DELETE FROM " + kind.table() + " WHERE n % 2 = 0");
    run("VACUUM " + kind.table());
    insert(kind);
    cost.megabytesAfterDeletes().add(0, megabytes(index));
    run("TRUNCATE " + kind.table());
  }

  private double megabytes(String index) throws SQLException {
    return number("SELECT pg_relation_size('" + index + "')") / 1e6;
  }

  private void fill(KeyKind kind, RateSamples rows, RateSamples bytes, RateSamples images)
      throws SQLException {
    Log before = log();
    long start = System.nanoTime();
    insert(kind);
    long nanos = System.nanoTime() - start;
    Log after = log();
    rows.add(0, settings.rows() * (double) TimeUnit.MILLISECONDS.toNanos(1) / nanos);
    bytes.add(0, (after.bytes - before.bytes) / (double) settings.rows());
    images.add(0, (double) (after.images - before.images));
  }

  private void insert(KeyKind kind) throws SQLException {
    new KeyClients(server.dataSource(), kind, CLIENTS, BATCH).insert(settings.rows());
  }

  private Log log() throws SQLException {
    return new Log(
        (long) number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"),
        (long) number("SELECT wal_fpi FROM pg_stat_wal"));
  }

  private void run(String sql) throws SQLException {
    DatabaseServer.run(connection, sql);
  }

  private double number(String sql) throws SQLException {
    return DatabaseServer.number(connection, sql, 1);
  }

  @Override
  public void close() throws SQLException, IOException {
    connection.close();
    server.close();
  }
}
