package io.snowbraid.segment;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown by a {@link SegmentSource} if the store fails or does not answer. Asking again may help.
 */
public class SegmentSourceException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message what is wrong with which value, and what to do
   */
  public SegmentSourceException(String message) {
    super(message);
  }

  /**
   * Creates an exception that the store caused.
   *
   * @param message what is wrong with which value, and what to do
   * @param cause the failure of the store
   */
  public SegmentSourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
