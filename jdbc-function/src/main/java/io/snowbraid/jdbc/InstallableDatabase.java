package io.snowbraid.jdbc;

import io.snowbraid.jdbc.h2.H2DatabaseName;
import io.snowbraid.jdbc.internal.ClassPathDrivers;
import io.snowbraid.jdbc.internal.DatabaseName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** The databases that the functions can be installed in, and where they differ. */
enum InstallableDatabase {
  H2("H2") {
    @Override
    FunctionInstaller installer(Connection connection, FunctionOptions options) {
      return new H2Installer(connection);
    }

    @Override
    Optional<String> localName(Connection connection) throws SQLException {
      return H2DatabaseName.name(connection);
    }
  },
  POSTGRESQL("PostgreSQL") {
    @Override
    FunctionInstaller installer(Connection connection, FunctionOptions options) {
      return new PostgresInstaller(connection, options);
    }

    @Override
    Optional<String> localName(Connection connection) {
      return Optional.empty();
    }

    @Override
    boolean issuesItself() {
      return true;
    }

    @Override
    boolean commitsAtInstall() {
      return false;
    }
  },
  HSQLDB("HSQL Database Engine") {
    @Override
    FunctionInstaller installer(Connection connection, FunctionOptions options) {
      return new HsqldbInstaller(connection);
    }
  },
  DERBY("Apache Derby") {
    @Override
    FunctionInstaller installer(Connection connection, FunctionOptions options) {
      return new DerbyInstaller(connection);
    }
  },
  SQLITE("SQLite") {
    @Override
    FunctionInstaller installer(Connection connection, FunctionOptions options)
        throws SQLException {
      return new SqliteInstaller(connection);
    }

    @Override
    boolean isPerConnection() {
      return true;
    }

    @Override
    boolean commitsAtInstall() {
      return false;
    }
  },
  DUCKDB("DuckDB") {
    @Override
    FunctionInstaller installer(Connection connection, FunctionOptions options)
        throws SQLException {
      return new DuckDbInstaller(connection);
    }
  };

  /** What addresses of servers look like, in other processes. */
  private static final String SERVER = "jdbc:(hsqldb:(hsqls?|https?)|derby)://.*";

  static {
    ClassPathDrivers.read(); // before any installer
  }

  private final String product;

  InstallableDatabase(String product) {
    this.product = product;
  }

  /**
   * Recognises a database.
   *
   * @throws FunctionInstallException if it is none of these; it says what to do instead
   */
  static InstallableDatabase of(Connection connection) throws SQLException {
    String product = product(connection);
    return find(product).orElseThrow(() -> unserved(product));
  }

  /** The name of a database that calls functions in this process; empty for any other. */
  static Optional<String> nameIfLocal(Connection connection) throws SQLException {
    Optional<InstallableDatabase> database = find(product(connection));
    return database.isEmpty() ? Optional.empty() : database.get().localName(connection);
  }

  private static String product(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductName();
  }

  private static Optional<InstallableDatabase> find(String product) {
    return Arrays.stream(values()).filter(database -> database.product.equals(product)).findFirst();
  }

  private static FunctionInstallException unserved(String product) {
    boolean hasDecoders = product.equals("MariaDB") || product.equals("MySQL");
    return new FunctionInstallException(
        "database must be one of "
            + Arrays.stream(values()).map(database -> database.product).toList()
            + " to issue ids in SQL: product="
            + product
            + "; take ids from a Snowflake in the application instead, with workers from"
            + " JdbcWorkerSource.of(dataSource)"
            + (hasDecoders ? "; SnowflakeFunctions.script prints functions to read them with" : ""),
        null);
  }

  abstract FunctionInstaller installer(Connection connection, FunctionOptions options)
      throws SQLException;

  /** The name of a database that calls functions in this process; empty if another process does. */
  Optional<String> localName(Connection connection) throws SQLException {
    String name = DatabaseName.of(connection);
    return name.matches(SERVER) ? Optional.empty() : Optional.of(name);
  }

  /** Whether the server issues the ids by itself, with no generator of a process behind it. */
  boolean issuesItself() {
    return false;
  }

  /** Whether creating functions ends the transaction of the connection. */
  boolean commitsAtInstall() {
    return true;
  }

  /** Whether each connection needs functions of its own. */
  boolean isPerConnection() {
    return false;
  }
}
