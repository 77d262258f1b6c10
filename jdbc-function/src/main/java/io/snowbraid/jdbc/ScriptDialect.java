package io.snowbraid.jdbc;

import io.snowbraid.jdbc.connection.Dialects;
import io.snowbraid.jdbc.dialect.InstallFailure;

/** The databases that {@link SnowflakeFunctions#script} has SQL for. */
public enum ScriptDialect {
  /** H2: all functions. */
  H2("H2"),

  /** PostgreSQL: all functions, with a worker that is reserved for them in the worker table. */
  POSTGRESQL("PostgreSQL"),

  /** HSQLDB: all functions. Run the script once. */
  HSQLDB("HSQL Database Engine"),

  /** Derby: all functions. Run the script once. */
  DERBY("Apache Derby"),

  /**
   * MariaDB: the functions that decode ids. It cannot issue ids well: a stored function may not be
   * a {@code DEFAULT}, and it has no counter that is both safe and lock-free.
   */
  MARIADB("MariaDB"),

  /** MySQL from 8.0.29: as for MariaDB. */
  MYSQL("MySQL");

  private final String product;

  ScriptDialect(String product) {
    this.product = product;
  }

  String script(FunctionOptions options) {
    try {
      return Dialects.named(product).script(options.target()).orElseThrow();
    } catch (InstallFailure e) {
      throw FunctionSetup.published(e);
    }
  }
}
