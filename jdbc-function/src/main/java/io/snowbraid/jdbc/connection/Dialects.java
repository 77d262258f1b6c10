package io.snowbraid.jdbc.connection;

import io.snowbraid.internal.Log;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.h2.H2Dialect;
import io.snowbraid.jdbc.hsqldb.HsqldbDialect;
import io.snowbraid.jdbc.internal.ClassPathDrivers;
import io.snowbraid.jdbc.mariadb.MariaDbDialect;
import io.snowbraid.jdbc.postgresql.PostgresDialect;
import io.snowbraid.jdbc.sqlite.SqliteDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lists the known databases and finds a connection's dialect. */
public final class Dialects {

  /** Dialects load their driver's classes only when installing functions. */
  private static final List<DatabaseDialect> ALL =
      List.of(
          new H2Dialect(),
          new PostgresDialect(),
          new HsqldbDialect(),
          new SqliteDialect(),
          new MariaDbDialect());

  /** The databases for which this process has logged a warning. */
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  static {
    ClassPathDrivers.read(); // before any installer is loaded
  }

  private Dialects() {}

  /** Returns a database's dialect; standard SQL if the database is unknown. */
  public static DatabaseDialect of(Connection connection) throws SQLException {
    return named(connection.getMetaData().getDatabaseProductName());
  }

  /**
   * Returns the dialect of a database that records workers or numbers. Logs one warning per process
   * and kind of database if Snowbraid is untested on it.
   */
  static DatabaseDialect ofStore(Connection connection, String address) throws SQLException {
    DatabaseDialect dialect = of(connection);
    Optional<String> untested = dialect.untestedDatabase(connection).filter(WARNED::add);
    if (untested.isPresent()) {
      Log.warn(
          "Snowbraid is untested on {0}; test it there, in temporary tables: java -jar"
              + " snowbraid.jar doctor --try --url {1}",
          untested.get(), address);
    }
    return dialect;
  }

  /** Returns the dialect for the product name that a driver reports. */
  public static DatabaseDialect named(String product) {
    return ALL.stream()
        .filter(dialect -> dialect.products().stream().anyMatch(product::equalsIgnoreCase))
        .findFirst()
        .orElseGet(() -> new StandardDialect(product));
  }

  /** An unknown database. */
  private static final class StandardDialect extends DatabaseDialect {

    StandardDialect(String product) {
      super(product);
    }

    @Override
    public Optional<String> untestedDatabase(Connection connection) {
      return Optional.of(products().get(0));
    }

    @Override
    public boolean canIssue() {
      return false;
    }
  }
}
