package io.snowbraid.server;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that someone may have meant. */
final class NearestName {

  private NearestName() {}

  /** Returns the name that takes the fewest changes of a letter; of several, the first by order. */
  static String of(String wrong, Collection<String> names) {
    return names.stream()
        .sorted()
        .min(Comparator.comparingInt(name -> distance(wrong, name)))
        .orElseThrow();
  }

  /** Returns how many letters have to be inserted, removed or replaced (Levenshtein). */
  static int distance(String from, String to) {
    int[] before = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
      }
      before = row;
    }
    return before[to.length()];
  }
}
