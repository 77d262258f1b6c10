package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.connection.DatabaseCalls.Work;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import io.snowbraid.jdbc.internal.LocalDatabase;
import io.snowbraid.jdbc.postgresql.PostgresDialect;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Installs SQL functions that generate and decode ids.
 *
 * <table>
 * <caption>Functions</caption>
 * <tr><th>function</th><th>result</th></tr>
 * <tr><td>{@code NEXT_SNOWFLAKE()}</td><td>a new id for each row, {@code BIGINT}</td></tr>
 * <tr><td>{@code NEXT_SNOWFLAKES(n)}</td><td>n new ids, up to 1,000,000</td></tr>
 * <tr><td>{@code SNOWFLAKE_TIME(id)}</td><td>when the id was issued</td></tr>
 * <tr><td>{@code SNOWFLAKE_ROLLBACK(id)}</td><td>its rollback number, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_TIMELINE(id)}</td><td>its timeline, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_WORKER(id)}</td><td>its worker, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_SEQUENCE(id)}</td><td>its sequence number, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_PARTS(id)}</td><td>all of these, as JSON</td></tr>
 * <tr><td>{@code SNOWFLAKE_MIN_ID(time)}</td><td>the smallest possible id of that time</td></tr>
 * <tr><td>{@code SNOWFLAKE_MAX_ID(time)}</td><td>the largest possible id of that time</td></tr>
 * </table>
 *
 * <table>
 * <caption>Databases</caption>
 * <tr><th>database</th><th>n ids</th><th>time</th><th>functions belong to</th></tr>
 * <tr><td>H2</td><td>{@code SELECT ID FROM NEXT_SNOWFLAKES(n)}</td><td>{@code TIMESTAMP WITH TIME
 * ZONE}</td><td>the database</td></tr>
 * <tr><td>PostgreSQL</td><td>{@code SELECT id FROM next_snowflakes(n)}</td><td>{@code
 * timestamptz}</td><td>the current schema at installation</td></tr>
 * <tr><td>HSQLDB</td><td>{@code SELECT ID FROM UNNEST(NEXT_SNOWFLAKES(n)) AS T(ID)}</td><td>{@code
 * TIMESTAMP WITH TIME ZONE}</td><td>the database</td></tr>
 * <tr><td>SQLite</td><td>{@code SELECT value FROM json_each(next_snowflakes(n))}</td><td>text, in
 * UTC</td><td>a connection: {@link #wrap wrap} its data source</td></tr>
 * </table>
 *
 * <p>In PostgreSQL, the server generates the ids. Its functions have their own worker, which is
 * permanently reserved in the worker table.
 *
 * <p>In the other databases, the functions run in the process that has the database open. That
 * process needs this library on its class path and a generator, which is the first of these:
 *
 * <ol>
 *   <li>the generator passed in, or leased here for that database
 *   <li>the generator that Hibernate has leased from that database in the same process
 *   <li>the generator that the Hibernate setting or system property {@code snowbraid.worker-id}
 *       (with {@code snowbraid.layout}) describes
 * </ol>
 *
 * <p>Without a generator, {@code NEXT_SNOWFLAKE()} fails.
 *
 * <p>Call {@link #install(DataSource)} for the defaults, {@link #wrap wrap} for SQLite, and {@link
 * #install(Connection, FunctionOptions)} in a migration. {@link FunctionOptions} chooses the
 * generator, table, namespace, layout and share of workers.
 *
 * <p>Existing functions are not created again, which then requires no privileges. No method commits
 * the caller's transaction. Thread-safe; several processes may install at once.
 */
public final class SnowflakeFunctions {

  private static final String NOT_INSTALLED = "SQL functions could not be installed: ";

  private SnowflakeFunctions() {}

  /**
   * Installs the functions with {@link FunctionOptions#DEFAULT}.
   *
   * @param dataSource the database; also used to extend the lease
   * @return a handle that releases the worker when closed; closing it is optional
   */
  public static InstalledFunctions install(DataSource dataSource) {
    return install(dataSource, FunctionOptions.DEFAULT);
  }

  /**
   * Installs the functions.
   *
   * <p>If this leases a worker, the table is created if it is missing. The worker belongs to the
   * process until the process exits or the result is closed. Installing again over the same data
   * source changes nothing. Installing over another data source replaces the worker.
   *
   * @param dataSource the database, which must be open in this process unless its server generates
   *     the ids or no generator is wanted; also used to extend the lease
   * @param options the table, namespace, layout and generator
   * @return a handle that releases a leased worker when closed. Closing it is optional, because the
   *     worker is also released when the process exits
   * @throws IllegalStateException if this database's functions use another open generator, or if
   *     settings describe another generator with the same worker
   * @throws SnowbraidException if no worker can be leased
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static InstalledFunctions install(DataSource dataSource, FunctionOptions options) {
    Optional<LocalDatabase> leasing =
        run(
            dataSource,
            NOT_INSTALLED,
            connection -> {
              bind(connection, options);
              installMissing(connection, options, true);
              return options.leases() && !Dialects.of(connection).issuesItself()
                  ? Optional.of(local(connection))
                  : Optional.empty();
            });
    return new InstalledFunctions(
        leasing
            .map(
                database ->
                    GeneratorRegistry.lease(database, dataSource, () -> lease(dataSource, options)))
            .orElse(null));
  }

  /**
   * Installs the functions over a connection, such as in a migration. This leases no worker,
   * because extending a lease needs a data source. Therefore the options must have a generator or
   * want none, the server must generate the ids, or the functions must already have a generator.
   *
   * <p>In PostgreSQL, the functions are created within the connection's transaction. In databases
   * that commit when functions are created, the connection must be in auto-commit mode unless all
   * functions exist.
   *
   * @param connection a connection to the database, which must be open in this process unless its
   *     server generates the ids or no generator is wanted; it stays open
   * @param options the generator, and for a server that generates ids, the table, namespace and
   *     layout
   * @throws IllegalStateException if this database's functions use another open generator, or if
   *     settings describe another generator with the same worker
   * @throws FunctionInstallException if the functions have no generator or cannot be installed
   */
  public static void install(Connection connection, FunctionOptions options) {
    try {
      bind(connection, options);
      if (options.leases()) {
        requireGenerator(connection);
      }
      installMissing(connection, options, false);
    } catch (SQLException e) {
      throw failed(NOT_INSTALLED, e);
    }
  }

  /**
   * Wraps a data source so that each of its connections has the functions. This is for SQLite,
   * where functions belong to a connection. With a pool, wrap the data source that supplies the
   * pool's connections.
   *
   * @param dataSource the database, which must be open in this process; also used to extend the
   *     lease. Not accessed yet if no generator is wanted
   * @param options the table, namespace, layout and generator
   * @return a data source with the functions, which releases a leased worker when closed
   * @throws IllegalStateException if this database's functions use another open generator, or if
   *     settings describe another generator with the same worker
   * @throws SnowbraidException if no worker can be leased
   * @throws FunctionInstallException if the database does not support the functions
   */
  public static FunctionsDataSource wrap(DataSource dataSource, FunctionOptions options) {
    if (!options.leases()) {
      if (options.generator() != null) {
        run(dataSource, NOT_INSTALLED, connection -> bind(connection, options));
      }
      return new InstallingDataSource(dataSource, null);
    }
    LocalDatabase database = run(dataSource, NOT_INSTALLED, SnowflakeFunctions::local);
    Snowflake generator = lease(dataSource, options);
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
   * @throws FunctionInstallException if the database is {@link ScriptDialect#POSTGRESQL} and the
   *     layout is not the default
   */
  public static String script(ScriptDialect database, FunctionOptions options) {
    return database.script(options);
  }

  /**
   * Removes the functions and all objects they use from the current schema of a PostgreSQL
   * database, and releases their worker. The worker table stays, because it records which ids may
   * have been issued.
   *
   * @param dataSource the database
   * @throws FunctionInstallException if a default or a view still calls the functions, or if the
   *     database is not PostgreSQL; in other databases, drop the functions, which store no data
   */
  public static void uninstall(DataSource dataSource) {
    run(
        dataSource,
        "SQL functions could not be removed: ",
        connection -> {
          Dialects.of(connection).uninstall(connection);
          return true;
        });
  }

  /**
   * Returns the statement that {@link #uninstall} runs.
   *
   * @return SQL for PostgreSQL
   */
  public static String uninstallScript() {
    return PostgresDialect.uninstallScript();
  }

  /**
   * Runs work over a new connection in auto-commit mode, on another thread because the data source
   * may bind the caller's transaction to the caller's thread.
   *
   * @param failure the beginning of the message if the work fails
   */
  private static <T> T run(DataSource dataSource, String failure, Work<Connection, T> work) {
    try {
      return TimedCall.run(
          dataSource, TimeLimit.DDL, borrowed -> work.apply(borrowed.connection()));
    } catch (WorkerSourceException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : failed(failure, e.getCause() instanceof SQLException cause ? cause : e);
    }
  }

  private static FunctionInstallException failed(String failure, Exception cause) {
    return new FunctionInstallException(failure + cause.getMessage(), cause);
  }

  /** Installs the functions for one connection of a wrapped data source. */
  static void equip(Connection connection) throws SQLException {
    installMissing(connection, FunctionOptions.DEFAULT, false);
  }

  /**
   * Installs the functions unless they exist.
   *
   * @param isForAll whether other connections also need the functions
   */
  private static void installMissing(
      Connection connection, FunctionOptions options, boolean isForAll) throws SQLException {
    DatabaseDialect database = Dialects.of(connection);
    FunctionInstaller installer = installer(database, connection, options);
    if (installer.isInstalled()) {
      return;
    }
    if (isForAll && database.isPerConnection()) {
      throw new FunctionInstallException(
          "functions exist only per connection in "
              + database
              + "; take connections from SnowflakeFunctions.wrap",
          null);
    }
    if (database.commitsAtInstall() && !connection.getAutoCommit()) {
      throw new FunctionInstallException(
          "connection must be in auto-commit mode, because creating functions commits its"
              + " transaction; install over a separate connection",
          null);
    }
    try {
      installer.install();
    } catch (SQLException e) {
      if (SqlStates.isReadOnly(database.state(e))) {
        throw new FunctionInstallException(
            "SQL functions could not be installed, because the database is read-only: "
                + e.getMessage()
                + "; connect to the primary, or install them there first",
            e);
      }
      throw e;
    }
  }

  private static FunctionInstaller installer(
      DatabaseDialect database, Connection connection, FunctionOptions options)
      throws SQLException {
    if (!database.canIssue()) {
      throw unserved(database, connection.getMetaData().getDatabaseProductName());
    }
    try {
      return database.installer(connection, options.target());
    } catch (LinkageError e) {
      throw new FunctionInstallException(
          "driver of "
              + database
              + " must be visible to the class loader of this library, but lacks "
              + e.getMessage()
              + "; let the application depend on the driver's module",
          e);
    }
  }

  private static FunctionInstallException unserved(DatabaseDialect database, String product) {
    boolean hasDecoders = database.script(FunctionOptions.DEFAULT.target()).isPresent();
    return new FunctionInstallException(
        "database must be H2, PostgreSQL, HSQLDB or SQLite to generate ids in SQL, but is "
            + product
            + "; generate ids in the application, with workers from JdbcWorkerSource.of(dataSource)"
            + (hasDecoders
                ? ", and decode them with the functions that SnowflakeFunctions.script prints"
                : ""),
        null);
  }

  /** Assigns the options' generator, if any; returns whether there is one. */
  private static boolean bind(Connection connection, FunctionOptions options) throws SQLException {
    Snowflake generator = options.generator();
    if (generator != null) {
      GeneratorRegistry.assign(local(connection), generator);
    }
    return generator != null;
  }

  /** Rejects functions that would have no generator. */
  private static void requireGenerator(Connection connection) throws SQLException {
    DatabaseDialect dialect = Dialects.of(connection);
    if (dialect.issuesItself() || !dialect.canIssue()) {
      return; // the installer rejects databases that cannot issue ids
    }
    String database = local(connection).name();
    if (GeneratorRegistry.forDatabase(database).isEmpty()) {
      throw new FunctionInstallException(
          "no generator is set for the functions in "
              + database
              + "; call install(dataSource), or pass a generator with"
              + " FunctionOptions.withGenerator",
          null);
    }
  }

  /** Returns the database if it calls its functions in this process. */
  private static LocalDatabase local(Connection connection) throws SQLException {
    DatabaseDialect database = Dialects.of(connection);
    Optional<LocalDatabase> local = database.local(connection);
    if (database.issuesItself()) {
      throw new FunctionInstallException(
          "functions of "
              + database
              + " take no generator, because the server generates the ids; call install(dataSource,"
              + " options) with the table and namespace of the generator's workers",
          null);
    }
    if (local.isEmpty()) {
      throw new FunctionInstallException(
          "database must be open in this process, with a driver visible to the class loader of this"
              + " library, to use a generator of this process: url="
              + connection.getMetaData().getURL()
              + "; start the server with the system property "
              + ConfiguredGenerators.WORKER_ID
              + " and use FunctionOptions.withoutGenerator here, or let the application depend on"
              + " the driver's module",
          null);
    }
    return local.get();
  }

  /** Builds a generator that leases its worker from a table in the same database. */
  private static Snowflake lease(DataSource dataSource, FunctionOptions options) {
    JdbcWorkerSource workers =
        JdbcWorkerSource.of(dataSource)
            .withTable(options.table())
            .withNamespace(options.namespace())
            .createTableIfMissing();
    boolean isAll = options.target().workers() == WorkerShare.ALL;
    return Snowflake.builder()
        .layout(options.layout())
        .worker(isAll ? workers : workers.withWorkers(options.workers()))
        .build();
  }
}
