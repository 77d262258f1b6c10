package io.snowbraid.keyed;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if the store for numbers per key cannot be reached, read or written. The message contains
 * the cause and the remedy.
 */
public class KeyedStoreException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message what is wrong, with the values, and what to do
   */
  public KeyedStoreException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message what is wrong, with the values, and what to do
   * @param cause the store's failure
   */
  public KeyedStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
