package io.snowbraid.benchmarks;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The scenarios that can be measured, in the order of the report. */
enum Scenario {
  ONE_THREAD,
  THREADS,
  VIRTUAL_THREADS,
  SUSTAINED,
  BULK,
  LATENCY,
  THREAD_COUNT,
  BULK_SIZE,
  ENTITIES,
  START_UP,
  SEGMENTS,
  TEXTS,
  SERVER,
  KEYS,
  SQL_EMBEDDED,
  SQL_POSTGRESQL,
  PRIMARY_KEYS,
  PRIMARY_KEYS_MARIADB,
  DENSITY,
  SCHEMA,
  DEFAULT_WORKERS,
  ORDER,
  SCALE;

  /** Returns its name on the command line. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Parses names separated by commas; an empty text means all.
   *
   * @throws IllegalArgumentException if a name is unknown
   */
  static Set<Scenario> parse(String names) {
    return names.isBlank()
        ? EnumSet.allOf(Scenario.class)
        : Arrays.stream(names.split(",", -1))
            .map(name -> parseOne(name.strip()))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Scenario.class)));
  }

  private static Scenario parseOne(String name) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.key().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "scenario must be one of "
                        + Arrays.stream(values()).map(Scenario::key).toList()
                        + ": scenario="
                        + name));
  }
}
