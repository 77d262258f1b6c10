package io.snowbraid.worker;

/**
 * Thrown if the store is read-only, such as a standby. A generator is built anyway, without a
 * worker, because the application may need no ids. Calls for ids fail until the store accepts
 * writes.
 */
public final class ReadOnlyStoreException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about a read-only store.
   *
   * @param message the store and the remedy
   * @param cause the store's failure
   */
  public ReadOnlyStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
