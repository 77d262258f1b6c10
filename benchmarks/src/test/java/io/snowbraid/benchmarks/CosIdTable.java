package io.snowbraid.benchmarks;

import java.sql.SQLException;
import me.ahoo.cosid.segment.IdSegmentDistributor;

/** The table that CosId draws segments from, with the statements of its own source. */
final class CosIdTable implements IdSegmentDistributor {

  private final OldTable database;

  private CosIdTable(OldTable database) {
    this.database = database;
  }

  static CosIdTable create(OldTable database) throws SQLException {
    database.execute(
        "create table cosid (name varchar(100) not null primary key,"
            + " last_max_id bigint unsigned not null default 0,"
            + " last_fetch_time bigint unsigned not null default 0)");
    database.execute("insert into cosid (name) values ('shop.orders')");
    return new CosIdTable(database);
  }

  @Override
  public String getNamespace() {
    return "shop";
  }

  @Override
  public String getName() {
    return "orders";
  }

  @Override
  public long getStep() {
    return 100;
  }

  @Override
  public long nextMaxId(long step) {
    try {
      database.execute(
          "update cosid set last_max_id = last_max_id + "
              + step
              + ", last_fetch_time = unix_timestamp() where name = 'shop.orders'");
      return lastMaxId();
    } catch (SQLException e) {
      throw new IllegalStateException("CosId must draw: step=" + step, e);
    }
  }

  long lastMaxId() throws SQLException {
    return database.number("select last_max_id from cosid where name = 'shop.orders'");
  }

  void setLastMaxId(long value) throws SQLException {
    database.execute("update cosid set last_max_id = " + value + " where name = 'shop.orders'");
  }
}
