package io.snowbraid.worker;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if a source cannot lease a worker or did not record a grant: all workers are held, the
 * namespace belongs to another layout, or the store cannot be reached or read. The message says
 * which, and what to do.
 */
public class WorkerSourceException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message the rule, the values and what to do
   */
  public WorkerSourceException(String message) {
    super(message);
  }

  /**
   * Creates an exception that the store caused.
   *
   * @param message the rule, the values and what to do
   * @param cause the failure of the store
   */
  public WorkerSourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
