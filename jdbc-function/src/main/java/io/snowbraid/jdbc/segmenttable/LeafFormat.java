package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.Tags;

/** The table {@code leaf_alloc} of Leaf, which keeps the first number that was not drawn yet. */
public final class LeafFormat extends CounterFormat {

  public LeafFormat() {
    super("leaf_alloc", "biz_tag", "max_id", Tags.MAX_LENGTH);
  }

  @Override
  long distanceToBound() {
    return 0;
  }

  @Override
  String columns() {
    return "max_id, " + Segment.NO_VERSION + ", step, 1, 0";
  }

  @Override
  String insert(String table) {
    return "insert into " + table + " (biz_tag, max_id, step) values (?, ?, " + STEP + ")";
  }

  @Override
  Draw plan(String tag, Row row, long wanted) {
    long count = Math.max(row.step(), wanted);
    long first = requireLeft(tag, row, count, Long.MAX_VALUE);
    long bound = first + count;
    return new Draw(bound, new Segment(first, count, 1, Region.NONE, bound, row.version()));
  }
}
