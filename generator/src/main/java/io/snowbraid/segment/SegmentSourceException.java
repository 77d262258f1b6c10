package io.snowbraid.segment;

import io.snowbraid.error.SnowbraidException;

/** Thrown by a {@link SegmentSource} if the store fails or does not answer. Retrying may help. */
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
   * Creates an exception with a cause.
   *
   * @param message what is wrong with which value, and what to do
   * @param cause the store's failure
   */
  public SegmentSourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
