package io.snowbraid.jdbc;

import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.util.Arrays;

/** The databases for which {@link SnowflakeFunctions#script} has SQL. */
public enum ScriptDialect {
  /** H2: all functions. */
  H2("H2", "h2"),

  /** PostgreSQL: all functions, with a worker reserved in the worker table. */
  POSTGRESQL("PostgreSQL", "postgresql"),

  /** HSQLDB: all functions. Run the script once. */
  HSQLDB("HSQL Database Engine", "hsqldb"),

  /**
   * MariaDB: only the functions that decode ids. MariaDB cannot generate ids well: it does not
   * allow a stored function as a {@code DEFAULT}, and has no counter that is both safe and
   * lock-free.
   */
  MARIADB("MariaDB", "mariadb"),

  /** MySQL from 8.0.29: as for MariaDB. */
  MYSQL("MySQL", "mysql");

  private final String product;
  private final String subprotocol;

  ScriptDialect(String product, String subprotocol) {
    this.product = product;
    this.subprotocol = subprotocol;
  }

  /**
   * Returns the database that a JDBC URL names. No connection is opened.
   *
   * @param url a URL such as {@code jdbc:postgresql://localhost/shop}
   * @return the database
   * @throws IllegalArgumentException if the database has no script, such as SQLite, whose functions
   *     belong to a connection: use {@link SnowflakeFunctions#wrap}
   */
  public static ScriptDialect of(String url) {
    return Arrays.stream(values())
        .filter(dialect -> url.startsWith("jdbc:" + dialect.subprotocol + ":"))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no script exists for the database at "
                        + DatabaseAddress.withoutSecrets(url)
                        + "; use H2, PostgreSQL, HSQLDB, MariaDB or MySQL, or wrap the data source"
                        + " (SQLite)"));
  }

  String script(FunctionOptions options) {
    return Dialects.named(product).script(options.target()).orElseThrow();
  }
}
