package io.snowbraid.cli;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which database, and which workers in it. */
final class DatabaseOptions {

  @Option(names = "--url", required = true, description = "The JDBC URL of the database.")
  private String url = "";

  @Option(names = "--user", description = "The user of the database.")
  private @Nullable String user;

  @Option(
      names = "--password",
      arity = "0..1",
      interactive = true,
      defaultValue = "${env:SNOWBRAID_PASSWORD}",
      description = "Asked for, or taken from SNOWBRAID_PASSWORD.")
  private @Nullable String password;

  @Option(
      names = "--table",
      defaultValue = JdbcWorkerSource.DEFAULT_TABLE,
      description = "The table of workers (default: ${DEFAULT-VALUE}).")
  private String table = "";

  @Option(
      names = "--namespace",
      defaultValue = JdbcWorkerSource.DEFAULT_NAMESPACE,
      description = "The namespace (default: ${DEFAULT-VALUE}).")
  private String namespace = "";

  /** A pool of one connection, to be closed. */
  HikariDataSource connect() {
    return connect(url);
  }

  /** As {@link #connect()}, to another database. */
  HikariDataSource connect(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(1);
    config.setInitializationFailTimeout(1);
    config.setConnectionTimeout(5_000);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "database must be reachable: url=" + url + ", " + e.getMessage(), e);
    }
  }

  JdbcWorkerSource workers(HikariDataSource pool) {
    return JdbcWorkerSource.of(pool).table(table).namespace(namespace);
  }
}
