package io.snowbraid.jdbc.dialect;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the functions cannot be installed. {@code FunctionSetup} converts it to the public
 * exception.
 */
public final class InstallFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param message what is wrong, and what to do
   * @param cause what the database threw, if anything
   */
  public InstallFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
