package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.Segment;

/**
 * What a draw does if nobody else writes first.
 *
 * @param value the new value of the row
 * @param segment what is drawn then
 */
record Draw(long value, Segment segment) {}
