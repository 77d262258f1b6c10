package io.snowbraid.keyed;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if the store of numbers per key cannot be reached, read or written. The message says why,
 * and what to do.
 */
public class KeyedStoreException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message the rule, the values and what to do
   */
  public KeyedStoreException(String message) {
    super(message);
  }

  /**
   * Creates an exception that the store caused.
   *
   * @param message the rule, the values and what to do
   * @param cause the failure of the store
   */
  public KeyedStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
