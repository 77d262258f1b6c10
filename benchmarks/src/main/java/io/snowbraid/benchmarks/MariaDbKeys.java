package io.snowbraid.benchmarks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Measures what primary keys that applications make cost in MariaDB, whose tables are indexes by
 * their primary keys, and whose other indexes contain them. Each table is filled, then every second
 * row is deleted, and as many are inserted.
 */
final class MariaDbKeys {

  private static final int CLIENTS = 4;
  private static final int BATCH = 1_000;

  private final int rows;

  MariaDbKeys(BenchmarkOptions settings) {
    this.rows = settings.keys().rows();
  }

  String measure() throws SQLException, IOException {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "key",
                "1,000 rows/s",
                "redo log bytes a row",
                "table with an index on an INT, MB",
                "after deletes: MB"));
    try (DatabaseServer server = DatabaseServer.mariaDb("--innodb-buffer-pool-size=64M");
        Connection connection = server.connect()) {
      for (MadeKey key : MadeKey.values()) {
        System.err.println("primary keys in MariaDB: " + key.label());
        table.add(row(server, connection, key));
      }
      return """
      ## Primary keys in %s

      %,d rows by %d applications in batches of %,d, innodb_buffer_pool_size=64M; then every second row is deleted, and as many are inserted.

      %s\
      """
          .formatted(server.version(), rows, CLIENTS, BATCH, table);
    }
  }

  private List<String> row(DatabaseServer server, Connection connection, MadeKey key)
      throws SQLException {
    DatabaseServer.run(
        connection,
        "CREATE TABLE %s (id %s PRIMARY KEY, n integer, KEY (n))"
            .formatted(table(key), key.type()));
    double log = log(connection);
    long begun = System.nanoTime();
    insert(server, key);
    double millis = (System.nanoTime() - begun) / 1e6;
    double bytes = (log(connection) - log) / rows;
    double full = megabytes(connection, key);
    DatabaseServer.run(connection, "DELETE FROM " + table(key) + " WHERE n % 2 = 0");
    insert(server, key);
    return List.of(
        key.label(),
        MeasuredValue.number(rows / millis),
        MeasuredValue.number(bytes),
        MeasuredValue.number(full),
        MeasuredValue.number(megabytes(connection, key)));
  }

  private static String table(MadeKey key) {
    return "keys_" + key.name().toLowerCase(Locale.ROOT);
  }

  private static double log(Connection connection) throws SQLException {
    return DatabaseServer.number(connection, "SHOW GLOBAL STATUS LIKE 'Innodb_lsn_current'", 2);
  }

  private static double megabytes(Connection connection, MadeKey key) throws SQLException {
    return DatabaseServer.number(
        connection,
        "SELECT file_size / 1e6 FROM information_schema.innodb_sys_tablespaces WHERE name ="
            + " 'benchmarks/"
            + table(key)
            + "'",
        1);
  }

  private void insert(DatabaseServer server, MadeKey key) throws SQLException {
    ClientThreads.run(CLIENTS, client -> () -> insert(server, key, client));
  }

  private int insert(DatabaseServer server, MadeKey key, int client) throws SQLException {
    int batches = rows / CLIENTS / BATCH;
    try (Connection connection = server.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO " + table(key) + " VALUES (?, ?)");
        KeySource keys = key.source(client)) {
      connection.setAutoCommit(false);
      for (int i = 0; i < batches; i++) {
        int n = 0;
        for (Object id : keys.next(BATCH)) {
          insert.setObject(1, id);
          insert.setInt(2, ++n);
          insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
      }
      return batches;
    }
  }
}
