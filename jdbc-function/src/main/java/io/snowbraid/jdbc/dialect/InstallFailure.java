package io.snowbraid.jdbc.dialect;

import org.jspecify.annotations.Nullable;

/**
 * The functions cannot be installed. Callers of the library get the public exception that {@code
 * FunctionSetup} makes of it.
 */
public final class InstallFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong, and what to do. */
  public InstallFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
