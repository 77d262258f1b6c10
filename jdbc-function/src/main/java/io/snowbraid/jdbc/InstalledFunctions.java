package io.snowbraid.jdbc;

/** Functions that were installed in a database, with what this process holds for them. */
@FunctionalInterface
public interface InstalledFunctions extends AutoCloseable {

  /**
   * Gives the worker back that was leased for the functions. They stay installed, and fail until
   * they are installed again. Closing again has no effect.
   */
  @Override
  void close();
}
