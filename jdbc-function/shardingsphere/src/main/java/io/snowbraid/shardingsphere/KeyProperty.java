package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.internal.NearestName;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The properties of the algorithm, with their names in configuration files. */
enum KeyProperty {
  WORKER_ID,
  DIRECTORY,
  URL,
  USER,
  PASSWORD,
  STORAGE_UNIT,
  TABLE,
  CREATE_TABLE,
  NAMESPACE,
  WORKERS,
  LAYOUT,
  HORIZON,
  MAX_WAIT;

  private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');

  String key() {
    return key;
  }

  static Optional<KeyProperty> of(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }

  /** Returns the known property whose name is closest. */
  static String nearest(String key) {
    return NearestName.nearest(key, Arrays.stream(values()).map(KeyProperty::key).toList())
        .orElseThrow();
  }

  @Override
  public String toString() {
    return key;
  }
}
