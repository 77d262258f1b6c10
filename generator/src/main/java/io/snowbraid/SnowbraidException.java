package io.snowbraid;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if no id can be issued, no generator can be built, or a {@linkplain PublicId public id}
 * cannot be read; the subtype names the cause.
 *
 * <p>The call issued nothing. It lost nothing either, except those ids that {@link
 * IdGenerator#nextIds(long[])} had put into the array before it failed. Later versions may add
 * subtypes.
 */
public abstract class SnowbraidException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SnowbraidException(String message) {
    super(message);
  }

  SnowbraidException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
