package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.Segment;

/**
 * The row of a tag.
 *
 * @param value the counter, as the table keeps it
 * @param version which changes with each write; {@link Segment#NO_VERSION} if there is none
 * @param step how many numbers a draw takes at least
 * @param delta the distance of the numbers
 * @param remainder of the numbers, modulo the distance
 */
public record CounterRow(long value, long version, long step, int delta, int remainder) {

  /** How many columns there are. */
  static final int COLUMNS = 5;

  /** Returns the version after one more write. */
  long nextVersion() {
    return version == Segment.NO_VERSION ? version : version + 1;
  }
}
