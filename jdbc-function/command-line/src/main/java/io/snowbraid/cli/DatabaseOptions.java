package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import picocli.CommandLine.Option;

/** The options that select a database and the workers in it. */
class DatabaseOptions extends ConnectionOptions {

  @Option(
      names = "--table",
      defaultValue = JdbcWorkerSource.DEFAULT_TABLE,
      description = "The worker table (default: ${DEFAULT-VALUE}).")
  private String table = "";

  @Option(
      names = "--namespace",
      defaultValue = JdbcWorkerSource.DEFAULT_NAMESPACE,
      description = "The namespace (default: ${DEFAULT-VALUE}).")
  private String namespace = "";

  DatabaseOptions() {}

  /** Describes where the workers are, for messages. */
  String place() {
    return "table=" + table + ", namespace=" + namespace;
  }

  final String namespace() {
    return namespace;
  }

  final JdbcWorkerSource workers(HikariDataSource pool) {
    return JdbcWorkerSource.of(pool).table(table).namespace(namespace);
  }
}
