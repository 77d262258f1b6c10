package io.snowbraid.benchmarks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of primary keys that are compared. */
enum KeyKind {
  IDENTITY("server: identity", "bigint GENERATED ALWAYS AS IDENTITY"),
  FUNCTION("server: Snowbraid, NEXT_SNOWFLAKE()", "bigint DEFAULT next_snowflake()"),
  UUID_7("server: UUID version 7", "uuid DEFAULT uuidv7()"),
  UUID_4("server: UUID version 4", "uuid DEFAULT gen_random_uuid()"),
  SNOWBRAID(MadeKey.SNOWBRAID),
  PLAIN(MadeKey.PLAIN),
  TSID(MadeKey.TSID),
  MADE_UUID_7(MadeKey.UUID_7),
  MADE_UUID_4(MadeKey.UUID_4);

  private final String label;
  private final String column;
  private final @Nullable MadeKey made;

  KeyKind(String label, String column) {
    this.label = label;
    this.column = column;
    this.made = null;
  }

  KeyKind(MadeKey made) {
    this.label = "4 applications: " + made.label();
    this.column = made.type();
    this.made = made;
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
    return made != null
        ? "INSERT INTO " + table() + " SELECT id, n FROM unnest(?) WITH ORDINALITY r(id, n)"
        : "INSERT INTO " + table() + " (n) SELECT generate_series(1, ?)";
  }

  /** Returns the type of a key. */
  String type() {
    return column.split(" ", 2)[0];
  }

  /** Returns the source of a client's keys; null if the server generates them. */
  @Nullable KeySource source(int client) {
    return made == null ? null : made.source(client);
  }
}
