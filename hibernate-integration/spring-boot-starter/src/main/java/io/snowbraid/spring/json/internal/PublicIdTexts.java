package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.PublicIdText;

/** Finds what writes and reads the texts of an annotation. */
public final class PublicIdTexts {

  private PublicIdTexts() {}

  /**
   * Returns what writes and reads the texts of an annotation.
   *
   * @param text has the prefix
   * @param keys has the keys
   * @return the keys with the prefix
   * @throws IllegalArgumentException if the prefix is malformed
   */
  public static PublicId of(PublicIdText text, PublicId keys) {
    return text.value().isEmpty() ? keys : keys.withPrefix(text.value());
  }

  /** Returns the pattern of all texts of a prefix, without looking at keys. */
  static String pattern(String prefix) {
    return (prefix.isEmpty() ? "" : prefix + "_") + "[0-7][0-9a-hjkmnp-tv-z]{25}";
  }
}
