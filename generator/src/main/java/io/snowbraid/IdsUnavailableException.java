package io.snowbraid;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if the store or server that numbers come from gives none now, and none are left in memory.
 * A later call may succeed.
 */
public final class IdsUnavailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause; for implementations of {@link IdGenerator}.
   *
   * @param message what is wrong with which value, and what to do
   */
  public IdsUnavailableException(String message) {
    super(message);
  }

  /**
   * Creates an exception that the store caused; for implementations of {@link IdGenerator}.
   *
   * @param message what is wrong with which value, and what to do
   * @param cause the failure of the store
   */
  public IdsUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
