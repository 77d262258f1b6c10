package io.snowbraid.jdbc.connection;

import io.snowbraid.jdbc.derby.DerbyDialect;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.duckdb.DuckDbDialect;
import io.snowbraid.jdbc.h2.H2Dialect;
import io.snowbraid.jdbc.hsqldb.HsqldbDialect;
import io.snowbraid.jdbc.internal.ClassPathDrivers;
import io.snowbraid.jdbc.mariadb.MariaDbDialect;
import io.snowbraid.jdbc.postgresql.PostgresDialect;
import io.snowbraid.jdbc.sqlite.SqliteDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Lists the known databases, and finds the dialect of a connection. */
public final class Dialects {

  /** A dialect loads the classes of its driver only when it installs functions. */
  private static final List<DatabaseDialect> ALL =
      List.of(
          new H2Dialect(),
          new PostgresDialect(),
          new HsqldbDialect(),
          new DerbyDialect(),
          new SqliteDialect(),
          new DuckDbDialect(),
          new MariaDbDialect());

  static {
    ClassPathDrivers.read(); // before any installer is loaded
  }

  private Dialects() {}

  /** Returns the dialect of a database; standard SQL if it is not known. */
  public static DatabaseDialect of(Connection connection) throws SQLException {
    return named(connection.getMetaData().getDatabaseProductName());
  }

  /** Returns the dialect of a database by the product name that its driver reports. */
  public static DatabaseDialect named(String product) {
    return ALL.stream()
        .filter(dialect -> dialect.products().stream().anyMatch(product::equalsIgnoreCase))
        .findFirst()
        .orElseGet(() -> new StandardDialect(product));
  }

  /** Returns the names of the databases whose functions can issue ids. */
  public static List<String> issuing() {
    return ALL.stream()
        .filter(DatabaseDialect::canIssue)
        .map(dialect -> dialect.products().get(0))
        .toList();
  }

  /** A database of which only the name is known. */
  private static final class StandardDialect extends DatabaseDialect {

    StandardDialect(String product) {
      super(product);
    }

    @Override
    public boolean canIssue() {
      return false;
    }
  }
}
