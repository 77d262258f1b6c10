package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * Superclass of all Snowbraid failures: no id or number can be issued, a generator cannot be built,
 * a store cannot be reached or read, SQL functions cannot be installed, or a public id cannot be
 * read. The subtype names the kind of failure. The message says what is wrong, with the value, and
 * what to do.
 *
 * <p>A failed call issues no id. If it requested several ids, it may leave a gap. Wrong arguments
 * cause an {@link IllegalArgumentException} instead. Later versions may add subtypes.
 */
public abstract class SnowbraidException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception. For subtypes.
   *
   * @param message what is wrong, with the value, and what to do
   */
  protected SnowbraidException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause. For subtypes.
   *
   * @param message what is wrong, with the value, and what to do
   * @param cause the cause, if any
   */
  @SuppressWarnings("exports") // users need not have the annotation
  protected SnowbraidException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
