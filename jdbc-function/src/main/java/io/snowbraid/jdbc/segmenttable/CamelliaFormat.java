package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;

/**
 * The table {@code camellia_id_info} of Camellia, which keeps the last counter that was drawn,
 * without the region.
 */
public final class CamelliaFormat extends CounterFormat {

  private static final int MAX_LENGTH = 512;

  private final Region region;
  private final InstantSource clock;

  public CamelliaFormat(Region region, InstantSource clock) {
    super("camellia_id_info", "tag", "id", MAX_LENGTH);
    this.region = region;
    this.clock = clock;
  }

  @Override
  long distanceToBound() {
    return 1;
  }

  @Override
  String columns() {
    return "id, " + Segment.NO_VERSION + ", 1, 1, 0";
  }

  @Override
  String alsoSet() {
    return ", updateTime = " + clock.millis();
  }

  @Override
  String insert(String table) {
    return "insert into " + table + " (tag, id, createTime, updateTime) values (?, ?, ?, ?)";
  }

  @Override
  void insert(PreparedStatement insert, String tag, long value) throws SQLException {
    long now = clock.millis();
    super.insert(insert, tag, value);
    insert.setLong(3, now);
    insert.setLong(4, now);
  }

  @Override
  Draw plan(String tag, Row row, long wanted) {
    long maxBound = Math.min(region.maxCounter(), Long.MAX_VALUE - 1) + 1;
    long first = requireLeft(tag, row, wanted, maxBound);
    long bound = first + wanted;
    return new Draw(bound - 1, new Segment(first, wanted, 1, region, bound, row.version()));
  }
}
