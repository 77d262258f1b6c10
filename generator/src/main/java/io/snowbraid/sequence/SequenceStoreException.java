package io.snowbraid.sequence;

/**
 * Thrown if the store of numbers per key cannot be reached, read or written. The message says why,
 * and what to do.
 */
public class SequenceStoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message the rule, the values and what to do
   */
  public SequenceStoreException(String message) {
    super(message);
  }

  /**
   * Creates an exception that the store caused.
   *
   * @param message the rule, the values and what to do
   * @param cause the failure of the store
   */
  public SequenceStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
