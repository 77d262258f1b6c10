package io.snowbraid.worker;

/**
 * Thrown if the store is read-only, as a standby is. A generator is built nevertheless, without a
 * worker, because the application may need no ids. Each call for an id fails until the store
 * accepts writes.
 */
public final class ReadOnlyStoreException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about a store.
   *
   * @param message which store it is, and what to do
   * @param cause the failure of the store
   */
  public ReadOnlyStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
