package io.snowbraid.benchmarks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of primary keys that are compared. */
enum KeyKind {
  IDENTITY("identity", "bigint GENERATED ALWAYS AS IDENTITY"),
  SNOWBRAID("Snowbraid, a worker for each client", "bigint"),
  FUNCTION("Snowbraid, NEXT_SNOWFLAKE()", "bigint DEFAULT next_snowflake()"),
  PLAIN("plain Snowflake, a worker for each client", "bigint"),
  UUID_4("uuidv4", "uuid DEFAULT gen_random_uuid()"),
  UUID_7("uuidv7", "uuid DEFAULT uuidv7()");

  private final String label;
  private final String column;

  KeyKind(String label, String column) {
    this.label = label;
    this.column = column;
  }

  String label() {
    return label;
  }

  String table() {
    return "keys_" + name().toLowerCase(Locale.ROOT);
  }

  String createTable() {
    return "CREATE TABLE " + table() + " (id " + column + " PRIMARY KEY, n integer)";
  }

  /** Returns the insert statement; its parameter is the number of rows, or an array of ids. */
  String insert() {
    return isOfClients()
        ? "INSERT INTO " + table() + " SELECT id, n FROM unnest(?) WITH ORDINALITY r(id, n)"
        : "INSERT INTO " + table() + " (n) SELECT generate_series(1, ?)";
  }

  private boolean isOfClients() {
    return this == SNOWBRAID || this == PLAIN;
  }

  /** Returns the source of a client's ids; null if the server generates them. */
  @Nullable KeySource source(int client) {
    return switch (this) {
      case SNOWBRAID -> KeySource.snowbraid(client);
      case PLAIN -> new PlainSnowflake(client);
      default -> null;
    };
  }
}
