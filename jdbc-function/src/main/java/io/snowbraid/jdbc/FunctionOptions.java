package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerShare;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options for installing the SQL functions in a database. Immutable: each {@code with...}
 * method returns a changed copy.
 */
public final class FunctionOptions {

  /**
   * A worker leased from the table {@code snowbraid_worker}, the namespace {@code default}, the
   * default layout and all workers.
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
   * Returns options with a generator of yours instead of a leased worker. It stays yours: the
   * functions fail once you have closed it, until another one is installed. PostgreSQL, which
   * issues the ids itself, takes none.
   *
   * @param generator the generator that the functions of the database take their ids from while it
   *     is open
   * @return a changed copy
   */
  public FunctionOptions withGenerator(Snowflake generator) {
    return new FunctionOptions(target, false, Objects.requireNonNull(generator, "generator"));
  }

  /**
   * Returns options that lease no worker. Use them if another process has the database open, such
   * as the server of H2, or if the functions get their generator later or from elsewhere: from
   * another installation, from Hibernate or from a system property. In PostgreSQL, which issues the
   * ids itself, this makes no difference.
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
   * @param table its name, which may be qualified with its schema; parts with other characters than
   *     letters, digits and underscores are quoted as the database requires
   * @return a changed copy
   * @throws IllegalArgumentException if it is not such a name
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
   * Returns options with another layout of the ids.
   *
   * @param layout the layout; PostgreSQL has only the default one
   * @return a changed copy
   */
  public FunctionOptions withLayout(Layout layout) {
    return with(
        new FunctionTarget(
            table(), namespace(), Objects.requireNonNull(layout, "layout"), target.workers()));
  }

  /**
   * Returns options with a share of the workers, from which the functions take theirs: in
   * PostgreSQL the one that is reserved, elsewhere the one that the process leases. With disjoint
   * shares, databases that do not know each other can serve one namespace, such as two sides of a
   * logical replication, or several databases of a server.
   *
   * <p>PostgreSQL's functions keep the worker that they have, so it must belong to the share.
   *
   * @param ranges numbers or ranges, as {@link WorkerShare#parse} reads them: {@code 0-63}
   * @return a changed copy
   * @throws IllegalArgumentException if the text is anything else
   */
  public FunctionOptions withWorkers(String ranges) {
    return with(new FunctionTarget(table(), namespace(), layout(), WorkerShare.parse(ranges)));
  }

  /**
   * Returns the worker table.
   *
   * @return its name, which may be qualified with its schema
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
   * Returns the layout of the ids.
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
