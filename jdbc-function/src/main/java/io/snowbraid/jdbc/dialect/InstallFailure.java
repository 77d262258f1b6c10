package io.snowbraid.jdbc.dialect;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the functions cannot be installed. {@code SnowflakeFunctions} converts it to the public
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

  /**
   * Creates the failure of a database that takes no writes.
   *
   * @param cause what the database threw
   * @return the failure
   */
  public static InstallFailure readOnly(SQLException cause) {
    return new InstallFailure(
        "SQL functions could not be installed, because the database is read-only: "
            + cause.getMessage()
            + "; connect to the primary, or install them there first",
        cause);
  }
}
