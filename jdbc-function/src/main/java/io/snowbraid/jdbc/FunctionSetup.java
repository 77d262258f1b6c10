package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.GeneratorRegistry;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** How functions get into a database, and a generator behind them. */
final class FunctionSetup {

  private FunctionSetup() {}

  /** Work with a connection. */
  interface Work<T> {
    T apply(Connection connection) throws SQLException;
  }

  /**
   * Does work over a connection of its own, in auto-commit mode and in a thread of its own: the
   * data source may bind the caller's transaction to the caller's thread.
   */
  static <T> T run(DataSource dataSource, Work<T> work) {
    try {
      return DatabaseCalls.run(
          dataSource, TimeLimit.DDL, borrowed -> work.apply(borrowed.connection()));
    } catch (WorkerSourceException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : failed(e.getCause() instanceof SQLException cause ? cause : e);
    }
  }

  /** Does work over the caller's connection. */
  static <T> T run(Connection connection, Work<T> work) {
    try {
      return work.apply(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static FunctionInstallException failed(Exception cause) {
    return new FunctionInstallException(
        "SQL functions could not be installed: " + cause.getMessage(), cause);
  }

  /** Installs what a database keeps for all connections. */
  static InstallableDatabase forAll(Connection connection, FunctionOptions options)
      throws SQLException {
    InstallableDatabase database = InstallableDatabase.of(connection);
    FunctionInstaller installer = database.installer(connection, options);
    if (installer.isInstalled()) {
      return database;
    }
    if (database.isPerConnection()) {
      throw new FunctionInstallException(
          "data source must be wrapped where functions live in a connection: database="
              + database
              + "; take connections from SnowflakeFunctions.wrap(dataSource)",
          null);
    }
    installer.install();
    return database;
  }

  /** Installs what one connection needs, whether or not others get it, too. */
  static InstallableDatabase forOne(Connection connection, FunctionOptions options)
      throws SQLException {
    InstallableDatabase database = InstallableDatabase.of(connection);
    FunctionInstaller installer = database.installer(connection, options);
    if (installer.isInstalled()) {
      return database;
    }
    if (database.commitsAtInstall() && !connection.getAutoCommit()) {
      throw new FunctionInstallException(
          "connection must be in auto-commit mode, for creating functions would commit its"
              + " transaction: autoCommit=false; install over a connection of its own",
          null);
    }
    installer.install();
    return database;
  }

  /** Takes the functions of a server that issues ids itself away. */
  static InstallableDatabase uninstall(Connection connection) throws SQLException {
    InstallableDatabase database = InstallableDatabase.of(connection);
    if (!database.issuesItself()) {
      throw new FunctionInstallException(
          "database must be PostgreSQL to be rid of the functions by a script: database="
              + database
              + "; drop the functions by hand, for they keep nothing",
          null);
    }
    PostgresInstaller.uninstall(connection);
    return database;
  }

  /** Puts a generator behind the functions of a database. */
  static void bind(Connection connection, Snowflake generator) throws SQLException {
    GeneratorRegistry.bind(localName(connection), generator);
  }

  /** The name of a database that calls its functions in this process. */
  static String localName(Connection connection) throws SQLException {
    InstallableDatabase database = InstallableDatabase.of(connection);
    Optional<String> name = database.localName(connection);
    if (database.issuesItself()) {
      throw new FunctionInstallException(
          "no generator can stand behind functions whose ids the server issues itself: database="
              + database
              + "; call install(dataSource, options), whose table and namespace are those of the"
              + " generator's workers",
          null);
    }
    if (name.isEmpty()) {
      throw new FunctionInstallException(
          "database must be open in this process to take ids from its generator: url="
              + connection.getMetaData().getURL()
              + "; start the server with the system property "
              + GeneratorRegistry.WORKER_ID
              + " instead",
          null);
    }
    return name.get();
  }

  /** Leases a worker from a table of the database itself. */
  static Snowflake lease(DataSource dataSource, FunctionOptions options) {
    JdbcWorkerSource workers =
        JdbcWorkerSource.of(dataSource)
            .table(options.table())
            .namespace(options.namespace())
            .createTableIfMissing();
    return Snowflake.builder().layout(options.layout()).worker(workers).build();
  }
}
