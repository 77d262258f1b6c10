package io.snowbraid.worker;

/** Thrown if all workers that a source may lease are held; one may be released or expire soon. */
public final class WorkersHeldException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception about the holders.
   *
   * @param message who holds the workers, as far as known, and what to do
   */
  public WorkersHeldException(String message) {
    super(message);
  }
}
