package io.snowbraid.benchmarks;

import java.util.UUID;
import java.util.function.IntFunction;

/** The keys that applications make, by their libraries. */
enum MadeKey {
  SNOWBRAID("Snowbraid", "bigint", KeySource::snowbraid),
  PLAIN("plain Snowflake", "bigint", client -> KeySource.of(new PlainSnowflake(client)::next)),
  TSID("TSID", "bigint", KeySource::tsid),
  UUID_7("UUID version 7", "uuid", client -> KeySource.uuid7()),
  UUID_4("UUID version 4", "uuid", client -> KeySource.of(UUID::randomUUID));

  private final String label;
  private final String type;

  @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
  private final IntFunction<KeySource> sources;

  MadeKey(String label, String type, IntFunction<KeySource> sources) {
    this.label = label;
    this.type = type;
    this.sources = sources;
  }

  String label() {
    return label;
  }

  /** Returns the type of a column, in PostgreSQL and in MariaDB. */
  String type() {
    return type;
  }

  /** Returns the source of a client's keys. */
  KeySource source(int client) {
    return sources.apply(client);
  }
}
