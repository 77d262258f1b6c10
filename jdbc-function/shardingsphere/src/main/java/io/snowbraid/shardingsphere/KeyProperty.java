package io.snowbraid.shardingsphere;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The properties of the algorithm, by the names that configuration files use. */
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

  /** The property that was most likely meant; case, hyphens and underscores do not count. */
  static KeyProperty nearest(String key) {
    return Arrays.stream(values())
        .min(Comparator.comparingInt(property -> distance(letters(key), letters(property.key))))
        .orElseThrow();
  }

  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
  }

  /** Counts the letters to insert, delete or change. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    Arrays.setAll(row, index -> index);
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  @Override
  public String toString() {
    return key;
  }
}
