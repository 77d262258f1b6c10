package io.snowbraid.jdbc;

import java.util.Objects;

/**
 * What the SQL functions of a database are to be installed with. Immutable.
 *
 * @param table the table of workers, with a schema before it if need be
 * @param namespace which ids have to be unique together
 */
public record FunctionOptions(String table, String namespace) {

  /** The table {@code snowbraid_worker} and the namespace {@code default}. */
  public static final FunctionOptions DEFAULT = new FunctionOptions("snowbraid_worker", "default");

  /** Both are required. */
  public FunctionOptions {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(namespace, "namespace");
  }
}
