package io.snowbraid;

/**
 * The thread was interrupted while its call waited for the clock. Its interrupt status is still
 * set.
 */
public final class WaitInterruptedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  WaitInterruptedException(String message) {
    super(message);
  }
}
