package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcSegmentSource;
import picocli.CommandLine.Option;

/** The options that select a database and the table of segments in it. */
final class SegmentOptions extends ConnectionOptions {

  @Option(
      names = "--table",
      defaultValue = JdbcSegmentSource.DEFAULT_TABLE,
      description = "The table of segments (default: ${DEFAULT-VALUE}).")
  private String table = "";

  SegmentOptions() {}

  /** Describes where the tags are, for messages. */
  String place() {
    return "table=" + table;
  }

  /** Returns the tags of a database; a missing table is an error. */
  JdbcSegmentSource tags(HikariDataSource pool) {
    return JdbcSegmentSource.of(pool).withTable(table).withTableCreation(false);
  }
}
