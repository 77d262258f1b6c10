package io.snowbraid.worker;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if a source cannot lease a worker or record a grant: all workers are held, the namespace
 * has another layout, or the store cannot be reached or read.
 */
public class WorkerSourceException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message what is wrong, with the values, and the remedy
   */
  public WorkerSourceException(String message) {
    super(message);
  }

  /**
   * Creates an exception caused by the store.
   *
   * @param message what is wrong, with the values, and the remedy
   * @param cause the store's failure
   */
  public WorkerSourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
