package io.snowbraid.jdbc;

/** The databases that {@link SnowflakeFunctions#script} has SQL for. */
public enum ScriptDialect {
  /** H2: all functions. */
  H2 {
    @Override
    String script(FunctionOptions options) {
      return H2Installer.script();
    }
  },

  /** PostgreSQL: all functions, with a worker that is reserved for them in the table of workers. */
  POSTGRESQL {
    @Override
    String script(FunctionOptions options) {
      return PostgresInstaller.script(options);
    }
  },

  /** HSQLDB: all functions. To be run once. */
  HSQLDB {
    @Override
    String script(FunctionOptions options) {
      return HsqldbInstaller.script();
    }
  },

  /** Derby: all functions. To be run once. */
  DERBY {
    @Override
    String script(FunctionOptions options) {
      return DerbyInstaller.script();
    }
  },

  /**
   * MariaDB: the functions that take ids apart. It cannot issue ids well: a stored function may not
   * stand in a {@code DEFAULT}, and none can move a counter that is both safe and free of locks.
   */
  MARIADB {
    @Override
    String script(FunctionOptions options) {
      return MariaDbDecoders.of(options.layout());
    }
  },

  /** MySQL from 8.0.29: as for MariaDB. */
  MYSQL {
    @Override
    String script(FunctionOptions options) {
      return MariaDbDecoders.of(options.layout());
    }
  };

  abstract String script(FunctionOptions options);
}
