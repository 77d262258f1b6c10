package io.snowbraid.jdbc;

import io.snowbraid.error.SnowbraidException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the SQL functions cannot be installed in or removed from a database; the message says
 * why.
 */
public final class FunctionInstallException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  FunctionInstallException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
