package io.snowbraid.worker;

/**
 * The store can be read only, as a standby can. A generator is built all the same, without a
 * worker: the application may need no ids. Each call for an id fails until the store takes writes.
 */
public class ReadOnlyStoreException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception about the store.
   *
   * @param message which store it is, and the way out
   * @param cause what the store said
   */
  public ReadOnlyStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
