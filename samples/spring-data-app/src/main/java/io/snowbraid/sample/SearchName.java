package io.snowbraid.sample;

import java.text.Normalizer;
import java.util.Locale;

/** Normalizes names for searching: lower case, without accents. */
final class SearchName {

  private SearchName() {}

  static String of(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the SQL pattern of names that contain a text. */
  static String pattern(String text) {
    return "%" + of(text.strip()).replaceAll("([%_\\\\])", "\\\\$1") + "%";
  }
}
