package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.InstallFailure;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import io.snowbraid.jdbc.internal.LocalDatabase;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Installs functions in a database, and assigns the generator that they take ids from. */
final class FunctionSetup {

  private FunctionSetup() {}

  /** Work with a connection. */
  interface Work<T> {
    T apply(Connection connection) throws SQLException;
  }

  /**
   * Does work over a connection of its own, in auto-commit mode and in another thread, because the
   * data source may bind the caller's transaction to the caller's thread.
   */
  static <T> T run(DataSource dataSource, Work<T> work) {
    try {
      return TimedCall.run(
          dataSource, TimeLimit.DDL, borrowed -> work.apply(borrowed.connection()));
    } catch (WorkerSourceException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : failed(e.getCause() instanceof SQLException cause ? cause : e);
    } catch (InstallFailure e) {
      throw published(e);
    }
  }

  /** Does work over the caller's connection. */
  static <T> T run(Connection connection, Work<T> work) {
    try {
      return work.apply(connection);
    } catch (SQLException e) {
      throw failed(e);
    } catch (InstallFailure e) {
      throw published(e);
    }
  }

  /** Installs the functions for one connection of a wrapped data source. */
  static void equip(Connection connection) throws SQLException {
    try {
      installOnConnection(connection, FunctionOptions.DEFAULT);
    } catch (InstallFailure e) {
      throw published(e);
    }
  }

  static FunctionInstallException published(InstallFailure failure) {
    return new FunctionInstallException(String.valueOf(failure.getMessage()), failure.getCause());
  }

  private static FunctionInstallException failed(Exception cause) {
    return new FunctionInstallException(
        "SQL functions could not be installed: " + cause.getMessage(), cause);
  }

  /** Installs what a database keeps for all connections. */
  static DatabaseDialect installInDatabase(Connection connection, FunctionOptions options)
      throws SQLException {
    DatabaseDialect database = Dialects.of(connection);
    FunctionInstaller installer = installer(database, connection, options);
    if (installer.isInstalled()) {
      return database;
    }
    if (database.isPerConnection()) {
      throw new InstallFailure(
          "functions of this database exist per connection, so its data source must be wrapped:"
              + " database="
              + database
              + "; take connections from SnowflakeFunctions.wrap(dataSource)",
          null);
    }
    install(installer, database);
    return database;
  }

  /** Installs what one connection needs, whether it is for this connection only or for all. */
  static DatabaseDialect installOnConnection(Connection connection, FunctionOptions options)
      throws SQLException {
    DatabaseDialect database = Dialects.of(connection);
    FunctionInstaller installer = installer(database, connection, options);
    if (installer.isInstalled()) {
      return database;
    }
    if (database.commitsAtInstall() && !connection.getAutoCommit()) {
      throw new InstallFailure(
          "connection must be in auto-commit mode, because creating functions would commit its"
              + " transaction: autoCommit=false; install over a connection of its own",
          null);
    }
    install(installer, database);
    return database;
  }

  private static void install(FunctionInstaller installer, DatabaseDialect database)
      throws SQLException {
    try {
      installer.install();
    } catch (SQLException e) {
      if (SqlStates.isReadOnly(database.state(e))) {
        throw InstallFailure.readOnly(e);
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
      throw hidden(database, e);
    }
  }

  private static InstallFailure hidden(DatabaseDialect database, LinkageError cause) {
    return new InstallFailure(
        "driver of the database must be visible to the class loader of this library, because its"
            + " functions are added by calling it: database="
            + database
            + ", missing="
            + cause.getMessage()
            + "; let the application depend on the module of the driver",
        cause);
  }

  private static InstallFailure unserved(DatabaseDialect database, String product) {
    boolean hasDecoders = database.script(FunctionOptions.DEFAULT.target()).isPresent();
    return new InstallFailure(
        "database must be one of "
            + Dialects.issuing()
            + " to issue ids in SQL: product="
            + product
            + "; take ids from a Snowflake in the application instead, with workers from"
            + " JdbcWorkerSource.of(dataSource)"
            + (hasDecoders ? "; SnowflakeFunctions.script prints functions that decode ids" : ""),
        null);
  }

  /** Removes the functions of a server that issues ids itself. */
  static DatabaseDialect uninstall(Connection connection) throws SQLException {
    DatabaseDialect database = Dialects.of(connection);
    database.uninstall(connection);
    return database;
  }

  /** Assigns a generator to the functions of a database. */
  static void bind(Connection connection, Snowflake generator) throws SQLException {
    GeneratorRegistry.assign(local(connection), generator);
  }

  /** Rejects functions that would have nothing to issue ids. */
  static void requireGenerator(Connection connection) throws SQLException {
    DatabaseDialect dialect = Dialects.of(connection);
    if (dialect.issuesItself() || !dialect.canIssue()) {
      return; // the installer rejects databases that cannot issue ids
    }
    String database = local(connection).name();
    if (GeneratorRegistry.forDatabase(database).isEmpty()) {
      throw new InstallFailure(
          "functions must have a generator to be installed over a connection, because a worker is"
              + " leased over a data source: database="
              + database
              + "; call install(dataSource), or pass a generator: install(connection, generator)",
          null);
    }
  }

  /** Returns a database that calls its functions in this process. */
  static LocalDatabase local(Connection connection) throws SQLException {
    DatabaseDialect database = Dialects.of(connection);
    Optional<LocalDatabase> local = database.local(connection);
    if (database.issuesItself()) {
      throw new InstallFailure(
          "the server issues the ids of these functions itself, so they take no generator:"
              + " database="
              + database
              + "; call install(dataSource, options), whose table and namespace are those of the"
              + " generator's workers",
          null);
    }
    if (local.isEmpty()) {
      throw new InstallFailure(
          "database must be open in this process to use its generator, by a driver that the class"
              + " loader of this library sees: url="
              + connection.getMetaData().getURL()
              + "; start the server with the system property "
              + ConfiguredGenerators.WORKER_ID
              + " instead, and call installWithoutGenerator here, or let the application depend on"
              + " the module of the driver",
          null);
    }
    return local.get();
  }

  /** Builds a generator that leases its worker from a table of the database itself. */
  static Snowflake lease(DataSource dataSource, FunctionOptions options) {
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
