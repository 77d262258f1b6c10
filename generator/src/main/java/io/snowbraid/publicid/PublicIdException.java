package io.snowbraid.publicid;

import io.snowbraid.error.SnowbraidException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a text or a UUID is not a public id of the expected prefix and keys: it was made up,
 * altered, cut off, or written for something else. Web applications answer that there is no such
 * thing.
 *
 * <p>The message quotes at most 64 characters of the text, and escapes all but printable ASCII.
 */
public final class PublicIdException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  private PublicIdException(String message) {
    super(message);
  }

  /** Says why a UUID cannot be read. */
  static PublicIdException ofUuid(@Nullable String uuid) {
    return new PublicIdException(
        uuid == null
            ? "public id must not be null; pass the UUID"
            : "public id must be a UUID that was made with this prefix and one of these keys:"
                + " length="
                + uuid.length()
                + ", uuid="
                + QuotedText.of(uuid)
                + "; keep the keys of UUIDs in use, and do not accept UUIDs that were made up");
  }

  /** Says why a text cannot be read. */
  static PublicIdException of(@Nullable String text, PublicIdPrefix prefix) {
    if (text == null) {
      return new PublicIdException("public id must not be null; pass the text");
    }
    String quoted = ": length=" + text.length() + ", text=" + QuotedText.of(text);
    if (!prefix.fits(text)) {
      return new PublicIdException(
          "public id must be "
              + prefix.text()
              + " and 26 digits of base 32 in lower case, the first of them 0 to 7"
              + quoted
              + "; pass the text as it was written");
    }
    return new PublicIdException(
        "public id must have been written with this prefix and one of these keys"
            + quoted
            + "; keep the keys of texts in use, and do not accept texts that were made up");
  }
}
