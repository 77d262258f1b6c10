package io.snowbraid.benchmarks;

import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The kinds of primary keys that are compared. */
enum KeyKind {
  IDENTITY("server: identity", "bigint GENERATED ALWAYS AS IDENTITY"),
  FUNCTION("server: Snowbraid, NEXT_SNOWFLAKE()", "bigint DEFAULT next_snowflake()"),
  UUID_7("server: UUID version 7", "uuid DEFAULT uuidv7()"),
  UUID_4("server: UUID version 4", "uuid DEFAULT gen_random_uuid()"),
  SNOWBRAID("4 applications: Snowbraid", "bigint"),
  PLAIN("4 applications: plain Snowflake", "bigint"),
  TSID("4 applications: TSID", "bigint"),
  MADE_UUID_7("4 applications: UUID version 7", "uuid"),
  MADE_UUID_4("4 applications: UUID version 4", "uuid");

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

  /** Returns the insert statement; its parameter is the number of rows, or an array of keys. */
  String insert() {
    return isOfClients()
        ? "INSERT INTO " + table() + " SELECT id, n FROM unnest(?) WITH ORDINALITY r(id, n)"
        : "INSERT INTO " + table() + " (n) SELECT generate_series(1, ?)";
  }

  /** Returns the type of a key. */
  String type() {
    return column.split(" ", 2)[0];
  }

  private boolean isOfClients() {
    return compareTo(SNOWBRAID) >= 0;
  }

  /** Returns the source of a client's keys; null if the server generates them. */
  @Nullable KeySource source(int client) {
    return switch (this) {
      case SNOWBRAID -> KeySource.snowbraid(client);
      case PLAIN -> KeySource.of(new PlainSnowflake(client)::next);
      case TSID -> KeySource.tsid(client);
      case MADE_UUID_7 -> KeySource.uuid7();
      case MADE_UUID_4 -> KeySource.of(UUID::randomUUID);
      default -> null;
    };
  }
}
