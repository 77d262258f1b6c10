package io.snowbraid.jdbc;

import io.snowbraid.error.SnowbraidException;
import org.jspecify.annotations.Nullable;

/** Thrown if the SQL functions cannot be installed in a database or removed from it. */
@SuppressWarnings("exports") // callers do not need the nullness annotations
public final class FunctionInstallException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what is wrong, and what to do
   * @param cause the database's exception, if any
   */
  public FunctionInstallException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
