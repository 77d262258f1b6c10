package io.snowbraid.benchmarks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Tries to pack the pages of a primary key's index in PostgreSQL more densely, where several
 * applications insert batches of ids: by other batches, another order of the rows, and other
 * indexes.
 */
final class IndexDensity {

  private static final int APPLICATIONS = 4;

  /** What is tried. */
  private enum Attempt {
    AS_IT_IS("batches of 1,000, in order", 1_000),
    OF_10("batches of 10", 10),
    OF_100("batches of 100", 100),
    OF_10_000("batches of 10,000", 10_000),
    SHUFFLED("batches of 1,000, shuffled", 1_000),
    FULL("batches of 1,000, fillfactor 100", 1_000),
    BY_APPLICATION("batches of 1,000, key (application, id)", 1_000),
    ONE("batches of 1,000, one application", 1_000);

    private final String label;
    private final int batch;

    Attempt(String label, int batch) {
      this.label = label;
      this.batch = batch;
    }

    String createTable() {
      return "CREATE TABLE tried (id bigint, application smallint, n integer, PRIMARY KEY ("
          + (this == BY_APPLICATION ? "application, id)" : "id)")
          + (this == FULL ? " WITH (fillfactor = 100))" : ")");
    }

    int applications() {
      return this == ONE ? 1 : APPLICATIONS;
    }
  }

  private final int rows;

  IndexDensity(BenchmarkOptions settings) {
    this.rows = settings.keys().rows();
  }

  String measure() throws SQLException, IOException {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("ids of Snowbraid", "leaf density %", "index MB", "1,000 rows/s"));
    try (DatabaseServer server = DatabaseServer.postgres("max_wal_size=8GB", "autovacuum=off");
        Connection connection = server.connect()) {
      DatabaseServer.run(connection, "CREATE EXTENSION pgstattuple");
      for (Attempt attempt : Attempt.values()) {
        System.err.println("density: " + attempt.label);
        table.add(row(server, connection, attempt));
      }
      return """
      ## Density of a primary key's index in %s

      %,d rows by %d applications, unless it says otherwise.

      %s\
      """
          .formatted(server.version(), rows, APPLICATIONS, table);
    }
  }

  private List<String> row(DatabaseServer server, Connection connection, Attempt attempt)
      throws SQLException {
    DatabaseServer.run(
        connection, "DROP TABLE IF EXISTS tried", attempt.createTable(), "CHECKPOINT");
    long begun = System.nanoTime();
    ClientThreads.run(
        attempt.applications(), application -> () -> insert(server, attempt, application));
    double millis = (System.nanoTime() - begun) / 1e6;
    return List.of(
        attempt.label,
        figure(connection, "SELECT avg_leaf_density FROM pgstatindex('tried_pkey')"),
        figure(connection, "SELECT pg_relation_size('tried_pkey') / 1e6"),
        MeasuredValue.number(rows / millis));
  }

  private static String figure(Connection connection, String sql) throws SQLException {
    return MeasuredValue.number(DatabaseServer.number(connection, sql, 1));
  }

  private int insert(DatabaseServer server, Attempt attempt, int application) throws SQLException {
    int batches = rows / attempt.applications() / attempt.batch;
    Random random = new Random(application);
    try (Connection connection = server.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO tried SELECT id, ?, n FROM unnest(?) WITH ORDINALITY r(id, n)");
        KeySource keys = KeySource.snowbraid(application)) {
      insert.setInt(1, application);
      for (int i = 0; i < batches; i++) {
        List<Object> batch = Arrays.asList(keys.next(attempt.batch));
        if (attempt == Attempt.SHUFFLED) {
          Collections.shuffle(batch, random);
        }
        insert.setArray(2, connection.createArrayOf("bigint", batch.toArray()));
        insert.executeUpdate();
      }
      return batches;
    }
  }
}
