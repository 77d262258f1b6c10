package io.snowbraid.jdbc;

/**
 * A handle for functions that were installed in a database, and for the worker that this process
 * holds for them.
 */
@FunctionalInterface
public interface InstalledFunctions extends AutoCloseable {

  /**
   * Releases the worker that was leased for the functions. They stay installed, but fail until they
   * are installed again. Closing again has no effect.
   */
  @Override
  void close();
}
