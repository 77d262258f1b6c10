package io.snowbraid.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of all failures. It is thrown if no id or number can be issued, no generator can be
 * built, or a store cannot be reached or read. It is also thrown if SQL functions cannot be
 * installed, or a public id cannot be read. The subtype names the cause; the message says what is
 * wrong with which value, and what to do.
 *
 * <p>The call issued nothing. It lost nothing either, except those ids that {@code
 * IdGenerator.nextIds(long[])} had put into the array before it failed. Later versions may add
 * subtypes. Arguments that are wrong get an {@link IllegalArgumentException} instead.
 */
public abstract class SnowbraidException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception; for subtypes.
   *
   * @param message what is wrong with which value, and what to do
   */
  protected SnowbraidException(String message) {
    super(message);
  }

  /**
   * Creates an exception that another one caused; for subtypes.
   *
   * @param message what is wrong with which value, and what to do
   * @param cause the other one, if any
   */
  @SuppressWarnings("exports") // of the annotation, which users need not have
  protected SnowbraidException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
