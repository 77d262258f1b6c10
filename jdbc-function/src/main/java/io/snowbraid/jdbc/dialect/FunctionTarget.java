package io.snowbraid.jdbc.dialect;

import io.snowbraid.Layout;

/**
 * The worker table, namespace and layout of SQL functions that a server runs itself.
 *
 * @param table the worker table
 * @param namespace the namespace of its rows
 * @param layout the layout of the ids
 */
public record FunctionTarget(String table, String namespace, Layout layout) {

  /** The default table, namespace and layout. */
  public static final FunctionTarget DEFAULT =
      new FunctionTarget(TableName.DEFAULT_TABLE, TableName.DEFAULT_NAMESPACE, Layout.DEFAULT);
}
