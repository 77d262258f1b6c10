package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.internal.DatabaseAddress;

/** Keeps passwords out of what people read. */
final class KeySecrets {

  private KeySecrets() {}

  static String shown(KeyProperty property, String value) {
    return switch (property) {
      case PASSWORD -> "***";
      case URL -> address(value);
      default -> value;
    };
  }

  /** The address of a database without its settings and its user. */
  static String address(String url) {
    return DatabaseAddress.withoutSecrets(url);
  }
}
