package io.snowbraid.jdbc.mariadb;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.jdbc.Pools;
import io.snowbraid.jdbc.Pools.Pool;
import io.snowbraid.jdbc.SessionStateSuite;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MariaDbSessionTest extends SessionStateSuite {

  @AutoClose private static MariaDbServer server;
  private static int count;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  @Override
  protected Pool open(Pools kind) throws SQLException {
    String database = "session" + ++count;
    server.run("create database " + database);
    return kind.open(server.url(database), MariaDbServer.ADMIN, MariaDbServer.ADMIN);
  }

  @Override
  protected String[] changes() {
    return new String[] {
      "create database if not exists library" + count,
      "use library" + count,
      "set session time_zone = '+05:45'",
      "set session sql_mode = 'ANSI_QUOTES,NO_AUTO_VALUE_ON_ZERO'",
      "set session max_statement_time = 44",
      "set session innodb_lock_wait_timeout = 33",
      "set session wait_timeout = 999",
      "set session transaction isolation level serializable"
    };
  }

  @Override
  protected String fault() {
    return "create table library" + count + ".snowbraid_worker (id int)";
  }

  /** Without those that change by themselves. */
  @Override
  protected String settings() {
    return "select variable_name, variable_value from information_schema.session_variables"
        + " where variable_name not in ('TIMESTAMP', 'LAST_INSERT_ID', 'IDENTITY', 'INSERT_ID',"
        + " 'RAND_SEED1', 'RAND_SEED2', 'ERROR_COUNT', 'WARNING_COUNT', 'LAST_GTID')"
        + " and variable_name not like 'GTID%'"
        + " union all select 'database', database()"
        + " union all select 'role', current_role()";
  }
}
