package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.h2.H2Database;
import io.snowbraid.jdbc.internal.ProcessGenerators;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Installs the SQL functions in a database. H2 is supported.
 *
 * <table>
 * <caption>The functions</caption>
 * <tr><th>function</th><th>result</th></tr>
 * <tr><td>{@code NEXT_SNOWFLAKE()}</td><td>a new id for each row, {@code BIGINT}</td></tr>
 * <tr><td>{@code NEXT_SNOWFLAKES(n)}</td><td>a table of n new ids, column {@code ID}</td></tr>
 * <tr><td>{@code SNOWFLAKE_TIME(id)}</td><td>when the id was issued, {@code TIMESTAMP WITH TIME
 * ZONE}</td></tr>
 * <tr><td>{@code SNOWFLAKE_ROLLBACK(id)}</td><td>its rollback number, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_TIMELINE(id)}</td><td>its timeline, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_WORKER(id)}</td><td>its worker, {@code INTEGER}</td></tr>
 * <tr><td>{@code SNOWFLAKE_SEQUENCE(id)}</td><td>its sequence number, {@code INTEGER}</td></tr>
 * </table>
 *
 * <p>A database remembers the functions; each process that opens it needs this library on its class
 * path and a generator behind the functions. That is, in this order: the one handed in here for
 * that database; the one that the setting {@code snowbraid.worker-id} of Hibernate describes in the
 * same process; the one that the system property of that name (with {@code snowbraid.layout})
 * describes. Without any of them {@code NEXT_SNOWFLAKE()} fails.
 *
 * <p>Installing again has no effect and needs no rights. The methods are safe for use by any number
 * of threads and processes at once.
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
    try (Connection connection = dataSource.getConnection()) {
      if (DatabaseKind.of(connection) == DatabaseKind.POSTGRESQL) {
        new PostgresInstaller(connection, FunctionOptions.DEFAULT).install();
      } else {
        new H2Installer(connection).install();
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Installs the functions and puts a generator behind them.
   *
   * @param dataSource the database, which must be open in this process
   * @param generator where the functions of this database take their ids from, as long as it is
   *     open
   * @throws IllegalStateException if the functions of this database take ids from another open
   *     generator, or if settings describe another generator of the same worker
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(DataSource dataSource, Snowflake generator) {
    try (Connection connection = dataSource.getConnection()) {
      H2Installer installer = new H2Installer(connection);
      ProcessGenerators.bind(localName(connection), generator);
      installer.install();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static String localName(Connection connection) throws SQLException {
    Optional<String> name = H2Database.name(connection);
    if (name.isEmpty()) {
      throw new FunctionInstallException(
          "database must be open in this process to take ids from its generator: url="
              + connection.getMetaData().getURL()
              + "; start the server with the system property "
              + ProcessGenerators.WORKER_ID
              + " instead",
          null);
    }
    return name.get();
  }

  /**
   * Installs the functions over a connection, which must be in auto-commit mode unless they are all
   * there already: H2 would commit its transaction.
   *
   * @param connection a connection to the database; it stays open
   * @throws FunctionInstallException if the functions cannot be installed
   */
  public static void install(Connection connection) {
    try {
      H2Installer installer = new H2Installer(connection);
      if (!connection.getAutoCommit() && !installer.isInstalled()) {
        throw new FunctionInstallException(
            "connection must be in auto-commit mode, for creating functions would commit its"
                + " transaction: autoCommit=false; install over a connection of its own",
            null);
      }
      installer.install();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static FunctionInstallException failed(SQLException cause) {
    return new FunctionInstallException(
        "SQL functions could not be installed: " + cause.getMessage(), cause);
  }
}
