package io.snowbraid.benchmarks;

import io.snowbraid.jdbc.SnowflakeFunctions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures the ids per second that PostgreSQL generates in one session, and the rows per second
 * that several clients insert.
 *
 * <p>All strategies take turns in each round, so that other load on the machine affects all of
 * them; the medians of the rounds are compared. The server writes its log to disk at each commit.
 */
final class PostgresRates implements AutoCloseable {

  private static final int CLIENTS = 12;
  private static final int IDS = 200_000;
  private static final int STATEMENTS = 4_000;
  private static final int CLIENT_MILLIS = 1_500;

  private static final String BULK = "SELECT count(id) FROM next_snowflakes(?)";

  private final int rounds;
  private final DatabaseServer server;
  private final Connection connection;
  private final List<PostgresIdStrategy> subjects = new ArrayList<>();

  PostgresRates(BenchmarkOptions settings) throws SQLException, IOException {
    this.rounds = settings.quick() ? 3 : 11;
    server = DatabaseServer.postgres("max_wal_size=4GB");
    SnowflakeFunctions.install(server.dataSource());
    connection = server.connect();
    createTables();
  }

  private void createTables() throws SQLException {
    run("CREATE SEQUENCE plain_sequence");
    for (PostgresIdStrategy subject : PostgresIdStrategy.values()) {
      boolean exists =
          subject != PostgresIdStrategy.UUID_7
              || connection.getMetaData().getDatabaseMajorVersion() >= 18;
      if (exists) {
        run(subject.createTable());
        subjects.add(subject);
      }
    }
  }

  private void run(String sql) throws SQLException {
    DatabaseServer.run(connection, sql);
  }

  /** Measures a rate of one strategy. */
  private interface Measure {
    double perSecond(PostgresIdStrategy subject) throws SQLException;
  }

  MarkdownTable measure() throws SQLException {
    List<String> header = new ArrayList<>(List.of("a second, median (x nextval)"));
    subjects.forEach(subject -> header.add(subject.label()));
    header.add("NEXT_SNOWFLAKES(n)");
    MarkdownTable table = MarkdownTable.ofFigures(header);
    table.add(row("ids, one session, one statement for " + IDS, this::many, true));
    table.add(row("ids, one session, a statement each", this::single, false));
    table.add(row("rows, one session, INSERT .. SELECT", this::insertMany, false));
    table.add(row("rows, " + CLIENTS + " clients, a transaction each", this::clients, false));
    return table;
  }

  private List<String> row(String label, Measure measure, boolean bulk) throws SQLException {
    List<RateSamples> samples = subjects.stream().map(subject -> new RateSamples()).toList();
    RateSamples bulkSamples = new RateSamples();
    for (int round = -1; round < rounds; round++) { // the first one warms up
      for (int i = 0; i < samples.size(); i++) {
        samples.get(i).add(round, measure.perSecond(subjects.get(i)));
      }
      if (bulk) {
        bulkSamples.add(round, timed(BULK));
      }
    }
    double base = samples.get(0).median(); // that of nextval
    List<String> row = new ArrayList<>(List.of(label));
    samples.forEach(all -> row.add(all.comparedWith(base)));
    row.add(bulk ? bulkSamples.comparedWith(base) : "");
    return row;
  }

  private double many(PostgresIdStrategy subject) throws SQLException {
    return timed(subject.selectMany());
  }

  private double insertMany(PostgresIdStrategy subject) throws SQLException {
    run(subject.truncate());
    return timed(subject.insertMany());
  }

  private double timed(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, IDS);
      long start = System.nanoTime();
      statement.execute();
      return perSecond(IDS, System.nanoTime() - start);
    }
  }

  private double single(PostgresIdStrategy subject) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(subject.select())) {
      long start = System.nanoTime();
      for (int i = 0; i < STATEMENTS; i++) {
        statement.executeQuery().close();
      }
      return perSecond(STATEMENTS, System.nanoTime() - start);
    }
  }

  private double clients(PostgresIdStrategy subject) throws SQLException {
    run(subject.truncate());
    return new SqlClients(server.dataSource(), subject.insert(), CLIENTS)
        .perSecond(TimeUnit.MILLISECONDS.toNanos(CLIENT_MILLIS));
  }

  private static double perSecond(int count, long nanos) {
    return count * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
  }

  /** Returns the measured server's version. */
  String version() throws SQLException {
    return "PostgreSQL " + connection.getMetaData().getDatabaseProductVersion();
  }

  @Override
  public void close() throws SQLException, IOException {
    connection.close();
    server.close();
  }
}
