package io.snowbraid.jdbc;

import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.util.Arrays;

/** The databases that {@link SnowflakeFunctions#script} has SQL for. */
public enum ScriptDialect {
  /** H2: all functions. */
  H2("H2", "h2"),

  /** PostgreSQL: all functions, with a worker that is reserved for them in the worker table. */
  POSTGRESQL("PostgreSQL", "postgresql"),

  /** HSQLDB: all functions. Run the script once. */
  HSQLDB("HSQL Database Engine", "hsqldb"),

  /**
   * MariaDB: the functions that decode ids. It cannot issue ids well: a stored function may not be
   * a {@code DEFAULT}, and it has no counter that is both safe and lock-free.
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
   * Returns the database of a JDBC URL, which is not opened.
   *
   * @param url a URL such as {@code jdbc:postgresql://localhost/shop}
   * @return the database that it names
   * @throws IllegalArgumentException if there is no script for it. SQLite has none, because its
   *     functions belong to a connection: use {@link SnowflakeFunctions#wrap}
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
