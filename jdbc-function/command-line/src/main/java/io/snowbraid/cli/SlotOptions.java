package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.keyed.JdbcKeyedStore;
import picocli.CommandLine.Option;

/** The options that select a database, and the slots in it. */
final class SlotOptions extends ConnectionOptions {

  @Option(
      names = "--slot-table",
      defaultValue = JdbcKeyedStore.DEFAULT_SLOT_TABLE,
      description = "The table of slots (default: ${DEFAULT-VALUE}).")
  private String slots = "";

  @Option(
      names = "--server-table",
      defaultValue = JdbcKeyedStore.DEFAULT_SERVER_TABLE,
      description = "The table of servers (default: ${DEFAULT-VALUE}).")
  private String servers = "";

  @Option(
      names = "--namespace",
      defaultValue = JdbcKeyedStore.DEFAULT_NAMESPACE,
      description = "The namespace (default: ${DEFAULT-VALUE}).")
  private String namespace = "";

  SlotOptions() {}

  /** Describes where the slots are, for messages. */
  String place() {
    return "table=" + slots + ", namespace=" + namespace;
  }

  /** Returns the rows of a database; a missing table is an error. */
  JdbcKeyedStore store(HikariDataSource pool) {
    return JdbcKeyedStore.of(pool)
        .withTables(slots, servers)
        .withNamespace(namespace)
        .withTableCreation(false);
  }
}
