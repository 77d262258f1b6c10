package io.snowbraid.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The SQL functions cannot be installed in a database, for the cause that the message names. */
public final class FunctionInstallException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FunctionInstallException(String message, @Nullable SQLException cause) {
    super(message, cause);
  }
}
