package io.snowbraid.worker;

/** All workers that a source may give are held: one may be released, or expire, soon. */
public class WorkersHeldException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception about the holders.
   *
   * @param message who holds the workers, as far as it is known, and the way out
   */
  public WorkersHeldException(String message) {
    super(message);
  }
}
