package io.snowbraid.jdbc.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the intended word for a mistyped one. */
public final class NearestName {

  private NearestName() {}

  /**
   * Returns the edit distance of two words.
   *
   * @param one a word
   * @param other another word
   * @return the number of letters to insert, delete or change
   */
  public static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
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

  /**
   * Finds the word that was most likely meant. Case, hyphens and underscores are ignored.
   *
   * @param word the mistyped word
   * @param words the possible words
   * @return the nearest word, the alphabetically first of several; empty if there is none
   */
  public static Optional<String> nearest(String word, Collection<String> words) {
    return words.stream()
        .sorted()
        .min(Comparator.comparingInt(known -> distance(letters(word), letters(known))));
  }

  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
  }
}
