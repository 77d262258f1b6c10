package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.Pools;
import io.snowbraid.jdbc.Pools.Pool;
import io.snowbraid.jdbc.SessionStateSuite;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

class H2SessionTest extends SessionStateSuite {

  private static final AtomicInteger COUNT = new AtomicInteger();

  @Override
  protected Pool open(Pools kind) throws SQLException {
    String url = "jdbc:h2:mem:session" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
    return kind.open(url, "sa", "");
  }

  @Override
  protected String[] changes() {
    return new String[] {
      "create schema if not exists app",
      "create schema if not exists library",
      "set schema app",
      "set schema_search_path app, library, public",
      "set query_timeout 44000",
      "set lock_timeout 3300",
      "set time zone 'Asia/Kathmandu'",
      "set @customer = 'shop'"
    };
  }

  @Override
  protected String fault() {
    return "create table app.snowbraid_worker (id int)";
  }

  @Override
  protected String settings() {
    return "select setting_name, setting_value from information_schema.settings"
        + " union all select 'variable', @customer"
        + " union all select 'schema', current_schema"
        + " union all select 'path', current_path";
  }
}
