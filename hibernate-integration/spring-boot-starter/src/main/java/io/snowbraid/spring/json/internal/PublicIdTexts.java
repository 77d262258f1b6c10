package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.json.PublicIdText;
import io.snowbraid.spring.json.PublicIdText.Form;

/**
 * Writes and reads an annotation's texts.
 *
 * @param ids has the keys and the prefix
 * @param form the form of the texts
 */
public record PublicIdTexts(PublicId ids, Form form) {

  /**
   * Returns the writer and reader for an annotation.
   *
   * @param text has the prefix and the form
   * @param keys has the keys
   * @return the keys with the prefix, and the form
   * @throws IllegalArgumentException if the prefix is malformed
   */
  public static PublicIdTexts of(PublicIdText text, PublicId keys) {
    PublicId ids = text.value().isEmpty() ? keys : keys.withPrefix(text.value());
    return new PublicIdTexts(ids, text.form());
  }

  /**
   * Encodes an id.
   *
   * @param id any id
   * @return the id's text
   */
  public String encode(long id) {
    return form == Form.UUID ? ids.toUuid(id).toString() : ids.encode(id);
  }

  /**
   * Decodes a text.
   *
   * @param text any text
   * @return the id
   * @throws PublicIdException if the text was not written in this form, with this prefix and a key
   */
  public long decode(String text) {
    return form == Form.UUID ? ids.fromUuid(text) : ids.decode(text);
  }

  /** Returns the pattern of all texts with a prefix, independent of keys. */
  static String pattern(String prefix) {
    return (prefix.isEmpty() ? "" : prefix + "_") + "[0-7][0-9a-hjkmnp-tv-z]{25}";
  }
}
