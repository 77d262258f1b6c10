package io.snowbraid.worker;

/**
 * Thrown if all workers that a source may lease are held. A retry may succeed once one is released
 * or expires.
 */
public final class WorkersHeldException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about the holders.
   *
   * @param message the holders, as far as known, and the remedy
   */
  public WorkersHeldException(String message) {
    super(message);
  }
}
