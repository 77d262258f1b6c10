package io.snowbraid.jdbc;

import io.snowbraid.Layout;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.dialect.TableName;
import java.util.Objects;

/**
 * What the SQL functions of a database are to be installed with. Immutable.
 *
 * @param table the table of workers, with a schema before it if need be
 * @param namespace which ids have to be unique together
 * @param layout how ids are made up
 */
public record FunctionOptions(String table, String namespace, Layout layout) {

  /** The table {@code snowbraid_worker}, the namespace {@code default} and the default layout. */
  public static final FunctionOptions DEFAULT =
      new FunctionOptions(TableName.DEFAULT_TABLE, TableName.DEFAULT_NAMESPACE);

  /**
   * Options with a layout.
   *
   * @param table the table of workers, with a schema before it if need be
   * @param namespace which ids have to be unique together
   * @param layout how ids are made up
   */
  public FunctionOptions {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(layout, "layout");
  }

  /**
   * Options with the default layout.
   *
   * @param table the table of workers, with a schema before it if need be
   * @param namespace which ids have to be unique together
   */
  public FunctionOptions(String table, String namespace) {
    this(table, namespace, Layout.DEFAULT);
  }

  FunctionTarget target() {
    return new FunctionTarget(table, namespace, layout);
  }
}
