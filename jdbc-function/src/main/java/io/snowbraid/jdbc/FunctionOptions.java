package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerShare;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options for installing the SQL functions. Immutable: each {@code with...} method returns a
 * changed copy.
 */
public final class FunctionOptions {

  /**
   * Leases any worker from the table {@code snowbraid_worker} and the namespace {@code default},
   * with the default layout.
   */
  public static final FunctionOptions DEFAULT =
      new FunctionOptions(FunctionTarget.DEFAULT, true, null);

  private final FunctionTarget target;
  private final boolean leases;
  private final @Nullable Snowflake generator;

  private FunctionOptions(FunctionTarget target, boolean leases, @Nullable Snowflake generator) {
    this.target = target;
    this.leases = leases;
    this.generator = generator;
  }

  private FunctionOptions with(FunctionTarget changed) {
    return new FunctionOptions(changed, leases, generator);
  }

  /**
   * Returns options that use the caller's generator instead of leasing a worker. The caller closes
   * the generator; the functions then fail until another generator is installed. Not for
   * PostgreSQL, whose server generates the ids.
   *
   * @param generator generates the functions' ids while it is open
   * @return a changed copy
   */
  public FunctionOptions withGenerator(Snowflake generator) {
    return new FunctionOptions(target, false, Objects.requireNonNull(generator, "generator"));
  }

  /**
   * Returns options that lease no worker, for two cases: another process has the database open,
   * such as an H2 server, or the functions get their generator elsewhere, such as from another
   * installation, Hibernate or a system property. Has no effect in PostgreSQL, whose server
   * generates the ids.
   *
   * @return a changed copy
   */
  public FunctionOptions withoutGenerator() {
    return new FunctionOptions(target, false, null);
  }

  boolean leases() {
    return leases;
  }

  @Nullable Snowflake generator() {
    return generator;
  }

  /**
   * Returns options with another worker table.
   *
   * @param table the table's name, optionally qualified with a schema; parts with characters other
   *     than letters, digits and underscores are quoted as the database requires
   * @return a changed copy
   * @throws IllegalArgumentException if the name is malformed
   */
  public FunctionOptions withTable(String table) {
    return with(
        new FunctionTarget(TableName.requireTable(table), namespace(), layout(), target.workers()));
  }

  /**
   * Returns options with another namespace. Ids of one namespace are unique together.
   *
   * @param namespace a name of 1 to 64 characters; case matters
   * @return a changed copy
   * @throws IllegalArgumentException if the name is empty or too long
   */
  public FunctionOptions withNamespace(String namespace) {
    return with(
        new FunctionTarget(
            table(), TableName.requireNamespace(namespace), layout(), target.workers()));
  }

  /**
   * Returns options with another layout.
   *
   * @param layout the layout; PostgreSQL supports only the default layout
   * @return a changed copy
   */
  public FunctionOptions withLayout(Layout layout) {
    return with(
        new FunctionTarget(
            table(), namespace(), Objects.requireNonNull(layout, "layout"), target.workers()));
  }

  /**
   * Returns options with a share of the workers. The functions' worker comes from this share; in
   * PostgreSQL it is reserved, elsewhere the process leases it. With disjoint shares, unconnected
   * databases can serve one namespace, such as the two sides of a logical replication or several
   * databases of one server.
   *
   * <p>Installed PostgreSQL functions keep their worker, so it must belong to the share.
   *
   * @param ranges numbers or ranges such as {@code 0-63}, as read by {@link WorkerShare#parse}
   * @return a changed copy
   * @throws IllegalArgumentException if the ranges are malformed
   */
  public FunctionOptions withWorkers(String ranges) {
    return with(new FunctionTarget(table(), namespace(), layout(), WorkerShare.parse(ranges)));
  }

  /**
   * Returns the worker table.
   *
   * @return its name, optionally qualified with a schema
   */
  public String table() {
    return target.table();
  }

  /**
   * Returns the namespace.
   *
   * @return the name
   */
  public String namespace() {
    return target.namespace();
  }

  /**
   * Returns the layout.
   *
   * @return the layout
   */
  public Layout layout() {
    return target.layout();
  }

  /**
   * Returns the share of workers.
   *
   * @return its ranges, or {@code all}
   */
  public String workers() {
    return target.workers().toString();
  }

  FunctionTarget target() {
    return target;
  }

  @Override
  public String toString() {
    return "FunctionOptions[table=%s, namespace=%s, layout=%s, workers=%s]"
        .formatted(table(), namespace(), layout(), workers());
  }
}
