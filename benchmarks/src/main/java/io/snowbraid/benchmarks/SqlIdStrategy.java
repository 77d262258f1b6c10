package io.snowbraid.benchmarks;

/** The ways to generate ids in a database. */
public enum SqlIdStrategy {
  SNOWFLAKE,
  SEQUENCE,
  /** Random numbers: 122 bits of a UUID, or a 64-bit number where there is no UUID. */
  RANDOM,
  /** Version 7 UUIDs. */
  TIME_ORDERED
}
