package io.snowbraid.error;

/**
 * The thread was interrupted while its call waited for the clock or for the store of grants. Its
 * interrupt status is still set.
 */
public final class WaitInterruptedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception; for implementations of {@link io.snowbraid.IdGenerator}.
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
