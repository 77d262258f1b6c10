package io.snowbraid.layout;

import java.time.Instant;

/**
 * The range of all ids for a time span, from any worker. A query for rows created in that span can
 * use the primary key: {@code where id between :first and :last}, or {@code builder.between(id,
 * range.first(), range.last())}.
 *
 * @param first the smallest id
 * @param last the largest id
 */
public record IdRange(long first, long last) {

  /**
   * Checks the range.
   *
   * @param first at least 0
   * @param last at least {@code first}
   * @throws IllegalArgumentException if a bound is too low
   */
  public IdRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException(
          "range must start at 0 or later and not end before it starts: first="
              + first
              + ", last="
              + last);
    }
  }

  /**
   * Returns the ids of a time span. The span is clipped to the layout's time, so a query may begin
   * before the first id.
   *
   * @param layout the layout of the ids
   * @param from the start, rounded down to whole ticks
   * @param until the end, exclusive; its tick is not included
   * @return the range
   * @throws IllegalArgumentException if the span contains no tick of the layout
   */
  public static IdRange of(Layout layout, Instant from, Instant until) {
    Instant end = layout.lastInstant();
    if (!from.isBefore(until) || !until.isAfter(layout.epoch()) || from.isAfter(end)) {
      throw new IllegalArgumentException(
          "time range must start before it ends and overlap the layout, which lasts from "
              + layout.epoch()
              + " to "
              + end
              + ": from="
              + from
              + ", until="
              + until);
    }
    Instant begin = from.isBefore(layout.epoch()) ? layout.epoch() : from;
    long last = until.isAfter(end) ? layout.maxId(end) : layout.minId(until) - 1;
    return new IdRange(layout.minId(begin), last);
  }
}
