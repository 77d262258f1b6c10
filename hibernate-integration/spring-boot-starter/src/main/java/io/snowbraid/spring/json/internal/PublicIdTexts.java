package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.PublicIdText.Form;

/**
 * Writes and reads the texts of an annotation.
 *
 * @param ids have the keys and the prefix
 * @param form how ids are written
 */
public record PublicIdTexts(PublicId ids, Form form) {

  /**
   * Returns what writes and reads the texts of an annotation.
   *
   * @param text has the prefix
   * @param keys has the keys
   * @return the keys with the prefix, and the form
   * @throws IllegalArgumentException if the prefix is malformed
   */
  public static PublicIdTexts of(PublicIdText text, PublicId keys) {
    PublicId ids = text.value().isEmpty() ? keys : keys.withPrefix(text.value());
    return new PublicIdTexts(ids, text.form());
  }

  /**
   * Writes an id.
   *
   * @param id any id
   * @return its text
   */
  public String encode(long id) {
    return form == Form.UUID ? ids.toUuid(id).toString() : ids.encode(id);
  }

  /**
   * Reads a text.
   *
   * @param text any text
   * @return the id
   * @throws PublicIdException if it was not written in this form, with this prefix and a key
   */
  public long decode(String text) {
    return form == Form.UUID ? ids.fromUuid(text) : ids.decode(text);
  }

  /** Returns the pattern of all texts of a prefix, without looking at keys. */
  static String pattern(String prefix) {
    return (prefix.isEmpty() ? "" : prefix + "_") + "[0-7][0-9a-hjkmnp-tv-z]{25}";
  }
}
