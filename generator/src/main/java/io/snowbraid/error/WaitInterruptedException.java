package io.snowbraid.error;

/**
 * Thrown if the thread is interrupted while a call waits for the clock or the store. The thread's
 * interrupt status stays set.
 */
public final class WaitInterruptedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception. For implementations of {@link io.snowbraid.IdGenerator}.
   *
   * @param awaited what the call waited for
   */
  public WaitInterruptedException(String awaited) {
    super(
        "thread "
            + Thread.currentThread().getName()
            + " was interrupted while waiting for "
            + awaited
            + ", and no id was issued; call again");
  }
}
