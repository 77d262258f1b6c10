package io.snowbraid.jdbc.dialect;

import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerShare;

/**
 * The worker table, namespace, layout and share of SQL functions.
 *
 * @param table the worker table
 * @param namespace the namespace of its rows
 * @param layout the layout of the ids
 * @param workers the share that contains the functions' worker
 */
public record FunctionTarget(String table, String namespace, Layout layout, WorkerShare workers) {

  /** The default table, namespace and layout, and all workers. */
  public static final FunctionTarget DEFAULT =
      new FunctionTarget(TableName.DEFAULT_TABLE, TableName.DEFAULT_NAMESPACE, Layout.DEFAULT);

  /** Creates a target with all workers. */
  public FunctionTarget(String table, String namespace, Layout layout) {
    this(table, namespace, layout, WorkerShare.ALL);
  }
}
