package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.Tags;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The table {@code tiny_id_info} of Tinyid, which keeps the last counter that was drawn. Of these
 * counters, those with the remainder of the row modulo its delta are issued.
 */
public final class TinyidFormat extends CounterFormat {

  private static final int MAX_LENGTH = 63;

  /** How many masters there are if each row may have a delta of its own. */
  private static final int OF_ROWS = 0;

  private final int masters;
  private final int remainder;

  /** Creates the format of a database whose rows may have any delta and remainder. */
  public TinyidFormat() {
    super("tiny_id_info", "biz_type", "max_id", MAX_LENGTH);
    this.masters = OF_ROWS;
    this.remainder = 0;
  }

  /**
   * Creates the format of one master, whose rows have to fit it.
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
    insert.setInt(5, Math.max(1, masters));
    insert.setInt(6, remainder);
  }

  @Override
  Draw plan(String tag, Row row, long wanted) {
    requireMaster(tag, row);
    int delta = row.delta();
    if (wanted > Long.MAX_VALUE / delta) {
      throw Tags.exhausted(tag, row.value() + 1, wanted);
    }
    long values = Math.max(row.step(), wanted * delta);
    long bound = requireLeft(tag, row, values, Long.MAX_VALUE);
    long first = bound + Math.floorMod(row.remainder() - bound, (long) delta);
    long last = bound + values - 1;
    long count = (last - first) / delta + 1;
    return new Draw(
        last, new Segment(first, count, delta, Region.NONE, last + 1, row.nextVersion()));
  }

  /** With another delta or remainder, masters would issue the same numbers. */
  private void requireMaster(String tag, Row row) {
    if (row.delta() < 1 || row.remainder() < 0) {
      throw new SegmentRejectedException(
          "row of a tag must have a delta of at least 1 and no negative remainder: tag="
              + tag
              + ", delta="
              + row.delta()
              + ", remainder="
              + row.remainder()
              + "; correct the row");
    }
    if (masters != OF_ROWS && (row.delta() != masters || row.remainder() != remainder)) {
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
