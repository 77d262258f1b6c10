package io.snowbraid.worker;

/**
 * A source has no worker to give, or did not record a grant: all workers are held, the namespace
 * belongs to another layout, or the store cannot be reached or read. The message tells which, and
 * the way out.
 */
public class WorkerSourceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception without a cause in the store.
   *
   * @param message the rule, the values and the way out
   */
  public WorkerSourceException(String message) {
    super(message);
  }

  /**
   * An exception caused by the store.
   *
   * @param message the rule, the values and the way out
   * @param cause what the store said
   */
  public WorkerSourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
