package io.snowbraid.publicid;

import io.snowbraid.error.SnowbraidException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a text or UUID is not a public id of the expected prefix and keys: it was invented,
 * altered, truncated, or encoded for another purpose. Web applications should answer 404 Not Found.
 *
 * <p>The message quotes at most 64 characters of the text and escapes all but printable ASCII.
 */
public final class PublicIdException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  private PublicIdException(String message) {
    super(message);
  }

  /** Creates the exception for a UUID. */
  static PublicIdException ofUuid(@Nullable String uuid) {
    return new PublicIdException(
        uuid == null
            ? "public id must not be null; pass the UUID"
            : "public id must be a UUID created with this prefix and one of these keys, but is "
                + QuotedText.of(uuid)
                + " (length "
                + uuid.length()
                + "); keep keys as long as their ids are in use, and reject invented ids");
  }

  /** Creates the exception for a text. */
  static PublicIdException of(@Nullable String text, PublicIdPrefix prefix) {
    if (text == null) {
      return new PublicIdException("public id must not be null; pass the text");
    }
    String quoted = ": length=" + text.length() + ", text=" + QuotedText.of(text);
    if (!prefix.fits(text)) {
      return new PublicIdException(
          "public id must be "
              + prefix.text()
              + " and 26 lowercase base-32 digits, the first between 0 and 7"
              + quoted
              + "; pass the text unchanged");
    }
    return new PublicIdException(
        "public id must have been created with this prefix and one of these keys"
            + quoted
            + "; keep keys as long as their ids are in use, and reject invented ids");
  }
}
