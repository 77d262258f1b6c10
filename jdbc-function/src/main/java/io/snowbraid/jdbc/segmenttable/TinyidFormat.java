package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.Tags;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The table {@code tiny_id_info} of Tinyid, which keeps the last counter that was drawn. Of these
 * counters, each master issues those with its remainder modulo the number of masters.
 */
public final class TinyidFormat extends CounterFormat {

  private static final int MAX_LENGTH = 63;

  private final int masters;
  private final int remainder;

  /**
   * Creates the format of one master.
   *
   * @param masters how many there are
   * @param remainder which one this is, from 0 on
   */
  public TinyidFormat(int masters, int remainder) {
    super("tiny_id_info", "biz_type", "max_id", MAX_LENGTH);
    if (masters < 1 || remainder < 0 || remainder >= masters) {
      throw new IllegalArgumentException(
          "0 <= remainder < masters must hold: masters=" + masters + ", remainder=" + remainder);
    }
    this.masters = masters;
    this.remainder = remainder;
  }

  int masters() {
    return masters;
  }

  int remainder() {
    return remainder;
  }

  @Override
  public boolean hasVersion() {
    return true;
  }

  @Override
  long distanceToBound() {
    return 1;
  }

  @Override
  String columns() {
    return "max_id, version, step, delta, remainder";
  }

  @Override
  String alsoSet() {
    return ", version = version + 1, update_time = current_timestamp";
  }

  @Override
  String insert(String table) {
    return "insert into "
        + table
        + " (biz_type, begin_id, max_id, step, delta, remainder, create_time, update_time, version)"
        + " values (?, ?, ?, ?, ?, ?, current_timestamp, current_timestamp, 0)";
  }

  @Override
  void insert(PreparedStatement insert, String tag, long value) throws SQLException {
    super.insert(insert, tag, value);
    insert.setLong(3, value);
    insert.setInt(4, STEP);
    insert.setInt(5, masters);
    insert.setInt(6, remainder);
  }

  @Override
  Draw plan(String tag, Row row, long wanted) {
    requireMaster(tag, row);
    if (wanted > Long.MAX_VALUE / masters) {
      throw Tags.exhausted(tag, row.value() + 1, wanted);
    }
    long values = Math.max(row.step(), wanted * masters);
    long bound = requireLeft(tag, row, values, Long.MAX_VALUE);
    long first = bound + Math.floorMod(remainder - bound, (long) masters);
    long last = bound + values - 1;
    long count = (last - first) / masters + 1;
    return new Draw(
        last, new Segment(first, count, masters, Region.NONE, last + 1, row.nextVersion()));
  }

  /** With another delta or remainder, masters would issue the same numbers. */
  private void requireMaster(String tag, Row row) {
    if (row.delta() != masters || row.remainder() != remainder) {
      throw new SegmentRejectedException(
          "row of a tag must have the delta and remainder of its master: tag="
              + tag
              + ", delta="
              + row.delta()
              + ", remainder="
              + row.remainder()
              + ", configured masters="
              + masters
              + ", remainder="
              + remainder
              + "; correct the configuration, or change all rows with TinyidMasters");
    }
  }
}
