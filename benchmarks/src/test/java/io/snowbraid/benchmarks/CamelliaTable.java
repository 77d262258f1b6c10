package io.snowbraid.benchmarks;

import com.netease.nim.camellia.id.gen.common.IDLoader;
import com.netease.nim.camellia.id.gen.common.IDRange;
import com.netease.nim.camellia.id.gen.segment.CamelliaSegmentIdGen;
import com.netease.nim.camellia.id.gen.segment.CamelliaSegmentIdGenConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The table that Camellia draws segments from, with the statements of its own loader. */
final class CamelliaTable implements IDLoader {

  private final OldTable database;

  private CamelliaTable(OldTable database) {
    this.database = database;
  }

  static CamelliaTable create(OldTable database) throws SQLException {
    database.execute(
        "create table camellia_id_info (tag varchar(512) not null primary key, id bigint,"
            + " createTime bigint, updateTime bigint)");
    database.execute("insert into camellia_id_info values ('orders', 0, 0, 0)");
    return new CamelliaTable(database);
  }

  IdSupplier numbers() {
    CamelliaSegmentIdGenConfig config = new CamelliaSegmentIdGenConfig();
    config.setStep(100);
    config.setIdLoader(this);
    CamelliaSegmentIdGen numbers = new CamelliaSegmentIdGen(config);
    return () -> numbers.genId("orders");
  }

  @Override
  public IDRange load(String tag, int step) {
    try (Connection connection = database.database().getConnection()) {
      connection.setAutoCommit(false);
      long id = lastDrawn(connection, tag);
      try (PreparedStatement update =
          connection.prepareStatement(
              "update camellia_id_info set id = ?, updateTime = 1 where tag = ? and id < ?")) {
        update.setLong(1, id + step);
        update.setString(2, tag);
        update.setLong(3, id + step);
        update.executeUpdate();
      }
      connection.commit();
      return new IDRange(id + 1, id + step);
    } catch (SQLException e) {
      throw new IllegalStateException("Camellia must draw: tag=" + tag, e);
    }
  }

  private static long lastDrawn(Connection connection, String tag) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select id from camellia_id_info where tag = ? for update")) {
      query.setString(1, tag);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
