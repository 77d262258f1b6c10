package io.snowbraid.jdbc;

import org.jspecify.annotations.Nullable;

/** The SQL functions cannot be installed in a database, for the cause that the message names. */
public final class FunctionInstallException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FunctionInstallException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
