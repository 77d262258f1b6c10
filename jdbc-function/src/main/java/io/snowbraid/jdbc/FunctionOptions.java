package io.snowbraid.jdbc;

import io.snowbraid.Layout;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.dialect.TableName;
import java.util.Objects;

/**
 * The options for installing the SQL functions in a database. Immutable.
 *
 * @param table the worker table, qualified with its schema if necessary
 * @param namespace the namespace: ids of one namespace are unique together
 * @param layout the layout of the ids
 */
public record FunctionOptions(String table, String namespace, Layout layout) {

  /** The table {@code snowbraid_worker}, the namespace {@code default} and the default layout. */
  public static final FunctionOptions DEFAULT =
      new FunctionOptions(TableName.DEFAULT_TABLE, TableName.DEFAULT_NAMESPACE);

  /**
   * Creates options with a layout.
   *
   * @param table the worker table, qualified with its schema if necessary
   * @param namespace the namespace: ids of one namespace are unique together
   * @param layout the layout of the ids
   */
  public FunctionOptions {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(layout, "layout");
  }

  /**
   * Creates options with the default layout.
   *
   * @param table the worker table, qualified with its schema if necessary
   * @param namespace the namespace: ids of one namespace are unique together
   */
  public FunctionOptions(String table, String namespace) {
    this(table, namespace, Layout.DEFAULT);
  }

  FunctionTarget target() {
    return new FunctionTarget(table, namespace, layout);
  }
}
