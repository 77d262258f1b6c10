package io.snowbraid.benchmarks;

/** What gives rows their ids in a database. */
public enum SqlIdStrategy {
  SNOWFLAKE,
  SEQUENCE,
  /** Random numbers: 122 bits of a UUID, or 63 where there is none. */
  RANDOM,
  /** UUIDs of version 7. */
  TIME_ORDERED
}
