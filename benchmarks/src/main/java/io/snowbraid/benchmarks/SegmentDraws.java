package io.snowbraid.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures draws of one tag from PostgreSQL: ours, and the two statements of Leaf. Each of 8
 * clients has a pool of its own, as a process has. The two take turns.
 */
final class SegmentDraws implements AutoCloseable {

  private static final int CLIENTS = 8;
  private static final int ROUNDS = 5;
  private static final int COUNT = 1_000;
  private static final String TAG = "orders";

  /** Draws once. */
  private interface Draw {
    void run() throws SQLException;
  }

  private final EmbeddedPostgres server;
  private final List<HikariDataSource> pools = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

  private SegmentDraws() throws IOException, SQLException {
    server = EmbeddedPostgres.builder().setServerConfig("fsync", "on").start();
    for (int i = 0; i < CLIENTS; i++) {
      HikariConfig config = new HikariConfig();
      config.setDataSource(server.getPostgresDatabase());
      config.setMaximumPoolSize(1);
      pools.add(new HikariDataSource(config));
    }
    try (Connection connection = pools.get(0).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE leaf_alloc (biz_tag varchar(128) PRIMARY KEY, max_id bigint, step int)");
      statement.execute("INSERT INTO leaf_alloc VALUES ('" + TAG + "', 1, " + COUNT + ")");
    }
  }

  /** Returns a table of draws per second. */
  static MarkdownTable measure(Duration round)
      throws IOException, SQLException, InterruptedException {
    try (SegmentDraws draws = new SegmentDraws()) {
      List<Draw> ours = draws.pools.stream().map(SegmentDraws::ours).toList();
      List<Draw> leaf = draws.pools.stream().map(SegmentDraws::leaf).toList();
      draws.rate(ours, round); // the first rounds warm up
      draws.rate(leaf, round);
      List<Double> rates = new ArrayList<>();
      List<Double> others = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        rates.add(draws.rate(ours, round));
        others.add(draws.rate(leaf, round));
      }
      MarkdownTable table =
          MarkdownTable.ofFigures(List.of("8 clients, one tag, PostgreSQL", "draws a second"));
      table.add(List.of("`JdbcSegmentSource`: UPDATE ... RETURNING", median(rates)));
      table.add(List.of("Leaf: UPDATE and SELECT in a transaction", median(others)));
      return table;
    }
  }

  private static String median(List<Double> values) {
    return MeasuredValue.number(values.stream().sorted().skip(ROUNDS / 2).findFirst().orElse(0.0));
  }

  private static Draw ours(HikariDataSource pool) {
    JdbcSegmentSource source = JdbcSegmentSource.of(pool);
    return () -> source.draw(TAG, COUNT);
  }

  private static Draw leaf(HikariDataSource pool) {
    return () -> {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(false);
        try (PreparedStatement update =
                connection.prepareStatement(
                    "UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = ?");
            PreparedStatement select =
                connection.prepareStatement(
                    "SELECT biz_tag, max_id, step FROM leaf_alloc WHERE biz_tag = ?")) {
          update.setString(1, TAG);
          update.executeUpdate();
          select.setString(1, TAG);
          try (ResultSet row = select.executeQuery()) {
            row.next();
          }
        }
        connection.commit();
      }
    };
  }

  /** Returns the draws per second of all clients. */
  private double rate(List<Draw> draws, Duration time) throws SQLException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    List<Future<Integer>> counts = new ArrayList<>();
    for (Draw draw : draws) {
      counts.add(
          threads.submit(
              () -> {
                int count = 0;
                for (; System.nanoTime() < end; count++) {
                  draw.run();
                }
                return count;
              }));
    }
    double sum = 0;
    for (Future<Integer> count : counts) {
      try {
        sum += count.get();
      } catch (ExecutionException e) {
        throw new SQLException(e);
      }
    }
    return sum / time.toMillis() * 1000;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    pools.forEach(HikariDataSource::close);
    server.close();
  }
}
