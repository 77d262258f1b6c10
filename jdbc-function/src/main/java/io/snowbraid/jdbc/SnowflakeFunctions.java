package io.snowbraid.jdbc;

import io.snowbraid.SnowbraidException;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.dialect.InstallFailure;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import io.snowbraid.jdbc.postgresql.PostgresDialect;
import java.sql.Connection;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Installs the SQL functions in a database.
 *
 * <table>
 * <caption>The functions</caption>
 * <tr><th>function</th><th>result</th></tr>
 * <tr><td>{@code NEXT_SNOWFLAKE()}</td><td>a new id for each row, {@code BIGINT}</td></tr>
 * <tr><td>{@code NEXT_SNOWFLAKES(n)}</td><td>n new ids, up to 1,000,000</td></tr>
 * <tr><td>{@code SNOWFLAKE_TIME(id)}</td><td>when the id was issued</td></tr>
 * <tr><td>{@code SNOWFLAKE_ROLLBACK(id)}</td><td>its rollback number, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_TIMELINE(id)}</td><td>its timeline, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_WORKER(id)}</td><td>its worker, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_SEQUENCE(id)}</td><td>its sequence number, {@code INTEGER}</td></tr>
 * </table>
 *
 * <table>
 * <caption>The databases</caption>
 * <tr><th>database</th><th>n ids</th><th>time</th><th>functions live in</th></tr>
 * <tr><td>H2</td><td>{@code SELECT ID FROM NEXT_SNOWFLAKES(n)}</td><td>{@code TIMESTAMP WITH TIME
 * ZONE}</td><td>the database</td></tr>
 * <tr><td>PostgreSQL</td><td>{@code SELECT id FROM next_snowflakes(n)}</td><td>{@code
 * timestamptz}</td><td>the schema that is current when they are installed</td></tr>
 * <tr><td>HSQLDB</td><td>{@code SELECT ID FROM UNNEST(NEXT_SNOWFLAKES(n)) AS T(ID)}</td><td>{@code
 * TIMESTAMP WITH TIME ZONE}</td><td>the database</td></tr>
 * <tr><td>Derby</td><td>{@code SELECT ID FROM TABLE(NEXT_SNOWFLAKES(n)) AS T}</td><td>text, in
 * UTC</td><td>the database</td></tr>
 * <tr><td>DuckDB</td><td>{@code SELECT id FROM next_snowflakes(n)}</td><td>{@code TIMESTAMP WITH
 * TIME ZONE}</td><td>the process, while it has the database open</td></tr>
 * <tr><td>SQLite</td><td>{@code SELECT value FROM json_each(next_snowflakes(n))}</td><td>text, in
 * UTC</td><td>a connection: {@link #wrap(DataSource) wrap} the data source</td></tr>
 * </table>
 *
 * <p>PostgreSQL issues the ids itself: its functions have a worker of their own, permanently
 * reserved in the worker table.
 *
 * <p>Elsewhere the functions run in the process that has the database open. It needs this library
 * on its class path and a generator for the functions. They use the first of these: the one passed
 * in or leased here for that database; the one that Hibernate has leased from it in the same
 * process; the one that the Hibernate setting or system property {@code snowbraid.worker-id} (with
 * {@code snowbraid.layout}) describes. Without any of them, {@code NEXT_SNOWFLAKE()} fails.
 *
 * <p>Installing again has no effect and needs no privileges. No transaction of the caller is ever
 * committed. The methods are safe for use by any number of threads and processes at once.
 */
public final class SnowflakeFunctions {

  private SnowflakeFunctions() {}

  /**
   * Installs the functions.
   *
   * @param dataSource the database
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(DataSource dataSource) {
    installWithoutGenerator(dataSource, FunctionOptions.DEFAULT);
  }

  /**
   * Installs the functions without a generator, for callers who {@linkplain #shareGenerator share}
   * one.
   *
   * @param dataSource the database
   * @param options where a server that issues ids itself takes its worker from; ignored for other
   *     databases
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void installWithoutGenerator(DataSource dataSource, FunctionOptions options) {
    FunctionSetup.run(
        dataSource, connection -> FunctionSetup.installInDatabase(connection, options));
  }

  /**
   * Installs the functions and assigns a generator to them.
   *
   * @param dataSource the database, which must be open in this process
   * @param generator the generator that the functions of this database take their ids from while it
   *     is open
   * @throws IllegalStateException if the functions of this database take ids from another open
   *     generator, or if settings describe another generator of the same worker
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(DataSource dataSource, Snowflake generator) {
    FunctionSetup.run(
        dataSource,
        connection -> {
          FunctionSetup.bind(connection, generator);
          return FunctionSetup.installInDatabase(connection, FunctionOptions.DEFAULT);
        });
  }

  /**
   * Installs the functions with a worker from a table of the same database; the table is created if
   * it is missing.
   *
   * <p>If a process issues the ids, the worker is leased for the process and released when the
   * process ends or the result is closed. Installing again over the same data source changes
   * nothing; over another one, it replaces the first worker by another.
   *
   * @param dataSource the database, which must be open in this process; it is also used to extend
   *     the lease
   * @param options the table, the namespace and the layout
   * @return a handle that releases the worker when it is closed; in PostgreSQL closing has no
   *     effect. The functions stay
   * @throws IllegalStateException if the functions of this database take ids from another open
   *     generator
   * @throws SnowbraidException if no worker can be leased
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static InstalledFunctions install(DataSource dataSource, FunctionOptions options) {
    Optional<String> leasing =
        FunctionSetup.run(
            dataSource,
            connection ->
                FunctionSetup.installInDatabase(connection, options).issuesItself()
                    ? Optional.empty()
                    : Optional.of(FunctionSetup.localName(connection)));
    return leasing
        .map(database -> GeneratorRegistry.lease(database, dataSource, lease(dataSource, options)))
        .<InstalledFunctions>map(generator -> generator::close)
        .orElse(() -> {});
  }

  private static Supplier<Snowflake> lease(DataSource dataSource, FunctionOptions options) {
    return () -> FunctionSetup.lease(dataSource, options);
  }

  /**
   * Installs the functions over a connection. If creating functions would end its transaction, the
   * connection must be in auto-commit mode unless all functions exist already; in PostgreSQL they
   * are created within the transaction.
   *
   * @param connection a connection to the database; it stays open
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(Connection connection) {
    FunctionSetup.run(
        connection, given -> FunctionSetup.installOnConnection(given, FunctionOptions.DEFAULT));
  }

  /**
   * Installs the functions over a connection and assigns a generator to them.
   *
   * @param connection a connection as for {@link #install(Connection)}, to a database that is open
   *     in this process
   * @param generator the generator that the functions of this database take their ids from while it
   *     is open
   * @throws IllegalStateException if the functions of this database take ids from another open
   *     generator, or if settings describe another generator of the same worker
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(Connection connection, Snowflake generator) {
    FunctionSetup.run(
        connection,
        given -> {
          FunctionSetup.bind(given, generator);
          return FunctionSetup.installOnConnection(given, FunctionOptions.DEFAULT);
        });
  }

  /**
   * Installs the functions over a connection, with a worker from a table of the same database. This
   * works only if the database's server issues the ids itself: extending a lease needs a data
   * source.
   *
   * @param connection a connection as for {@link #install(Connection)}
   * @param options the table, the namespace and the layout
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(Connection connection, FunctionOptions options) {
    FunctionSetup.run(
        connection,
        given -> {
          if (!Dialects.of(given).issuesItself()) {
            throw new InstallFailure(
                "a worker can only be leased from a data source, because the lease is extended on"
                    + " connections of its own: call install(dataSource, options), or pass a"
                    + " generator",
                null);
          }
          return FunctionSetup.installOnConnection(given, options);
        });
  }

  /**
   * Shares a generator with the functions of a database, for applications that issue the ids of its
   * rows themselves, so that the ids of both are unique together. Has no effect if another process
   * or the server itself issues the ids of the functions. Installs nothing.
   *
   * @param dataSource the database
   * @param generator the generator that the functions take their ids from while it is open, unless
   *     {@link #install(DataSource, Snowflake) install} assigns them another
   */
  public static void shareGenerator(DataSource dataSource, Snowflake generator) {
    FunctionSetup.run(dataSource, connection -> Dialects.of(connection).localName(connection))
        .ifPresent(database -> GeneratorRegistry.suggest(database, generator));
  }

  /**
   * Wraps a data source so that each of its connections has the functions: for SQLite, whose
   * functions belong to a connection, and for DuckDB, whose functions end when the last connection
   * closes. With a pool, wrap the data source from which the pool takes its connections.
   *
   * @param dataSource the database
   * @return a data source that provides the connections of the other one; its {@code close()}
   *     closes the other one if that can be closed
   */
  public static DataSource wrap(DataSource dataSource) {
    return new InstallingDataSource(dataSource, null);
  }

  /**
   * Wraps a data source so that each of its connections has the functions, and assigns a generator
   * to them.
   *
   * @param dataSource the database, which must be open in this process
   * @param generator the generator that the functions of this database take their ids from while it
   *     is open
   * @return the same as {@link #wrap(DataSource)}
   * @throws IllegalStateException if the functions of this database take ids from another open
   *     generator, or if settings describe another generator of the same worker
   * @throws FunctionInstallException if the database cannot have the functions
   */
  public static DataSource wrap(DataSource dataSource, Snowflake generator) {
    FunctionSetup.run(
        dataSource,
        connection -> {
          FunctionSetup.bind(connection, generator);
          return true;
        });
    return wrap(dataSource);
  }

  /**
   * Wraps a data source so that each of its connections has the functions, with a worker that is
   * leased from a table of the same database; the table is created if it is missing.
   *
   * @param dataSource the database, which must be open in this process; it is also used to extend
   *     the lease
   * @param options the table, the namespace and the layout
   * @return the same as {@link #wrap(DataSource)}; its {@code close()} releases the worker first
   * @throws IllegalStateException if the functions of this database take ids from another open
   *     generator
   * @throws SnowbraidException if no worker can be leased
   * @throws FunctionInstallException if the database cannot have the functions
   */
  public static DataSource wrap(DataSource dataSource, FunctionOptions options) {
    String database = FunctionSetup.run(dataSource, FunctionSetup::localName);
    Snowflake generator = FunctionSetup.lease(dataSource, options);
    try {
      GeneratorRegistry.assign(database, generator);
    } catch (IllegalStateException e) {
      generator.close();
      throw e;
    }
    return new InstallingDataSource(dataSource, generator);
  }

  /**
   * Returns the statements that create the functions, for Flyway, Liquibase and similar tools. Each
   * statement ends with a semicolon at the end of a line.
   *
   * @param database the database product
   * @param options the options for the functions
   * @return SQL
   */
  public static String script(ScriptDialect database, FunctionOptions options) {
    return database.script(options);
  }

  /**
   * Removes the functions from the current schema of a PostgreSQL database, with all objects that
   * they use, and releases their worker. The worker table stays, because it records what was
   * issued.
   *
   * @param dataSource the database
   * @throws FunctionInstallException if a default or a view still calls the functions, or if it is
   *     another database; there, drop the functions by hand, because they store nothing
   */
  public static void uninstall(DataSource dataSource) {
    FunctionSetup.run(dataSource, FunctionSetup::uninstall);
  }

  /**
   * Returns the statement that {@link #uninstall} runs.
   *
   * @return SQL for PostgreSQL
   */
  public static String uninstallScript() {
    return PostgresDialect.uninstallScript();
  }
}
