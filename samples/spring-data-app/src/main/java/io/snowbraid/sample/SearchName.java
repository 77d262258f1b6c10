package io.snowbraid.sample;

import java.text.Normalizer;
import java.util.Locale;

/** Names as one searches for them: without case and accents. */
final class SearchName {

  private SearchName() {}

  static String of(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT);
  }

  /** What names have to be like, in SQL, to hold a text. */
  static String pattern(String text) {
    return "%" + of(text.strip()).replaceAll("([%_\\\\])", "\\\\$1") + "%";
  }
}
