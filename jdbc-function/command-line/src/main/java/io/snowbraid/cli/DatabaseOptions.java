package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import java.sql.SQLException;
import java.util.List;
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

  /** Returns the options that differ from their defaults, as they are typed in a shell. */
  final String selection() {
    return option("--table", table, JdbcWorkerSource.DEFAULT_TABLE)
        + option("--namespace", namespace, JdbcWorkerSource.DEFAULT_NAMESPACE);
  }

  private static String option(String name, String value, String usual) {
    return value.equals(usual) ? "" : " " + name + " " + shellWord(value);
  }

  /** Quotes a text for a shell if it needs that. */
  static String shellWord(String text) {
    return text.matches("[\\w.,:=+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  final String table() {
    return table;
  }

  final String namespace() {
    return namespace;
  }

  /** Returns the namespaces in the table, which must exist. */
  final List<String> namespaces(HikariDataSource pool) throws SQLException {
    return new Database(pool)
        .texts("SELECT DISTINCT namespace FROM " + table + " ORDER BY namespace").stream()
            .map(TerminalText::line)
            .toList();
  }

  final JdbcWorkerSource workers(HikariDataSource pool) {
    return JdbcWorkerSource.of(pool).withTable(table).withNamespace(namespace);
  }
}
