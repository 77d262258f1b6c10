package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.Tags;
import java.util.Optional;

/**
 * The table of this library, which keeps the first number that was not drawn yet.
 *
 * <p>The column of tags is twice as long as tags may be, because some databases count a character
 * beyond the 65,536 first as two.
 */
public final class OwnFormat extends CounterFormat {

  public OwnFormat() {
    super(TableName.DEFAULT_SEGMENT_TABLE, "name", "next_value", Tags.MAX_LENGTH);
  }

  @Override
  public Optional<String> ddl(DatabaseDialect dialect, String table) {
    return Optional.of(dialect.segmentTableDdl(table));
  }

  @Override
  public boolean isCreatable() {
    return true;
  }

  @Override
  public boolean hasVersion() {
    return true;
  }

  @Override
  boolean drawsAtOnce() {
    return true;
  }

  @Override
  long distanceToBound() {
    return 0;
  }

  @Override
  String columns() {
    return "next_value, version, 1, 1, 0";
  }

  @Override
  String alsoSet() {
    return ", version = version + 1, updated_at = current_timestamp";
  }

  @Override
  String insert(String table) {
    return "insert into "
        + table
        + " (name, next_value, version, updated_at) values (?, ?, 0, current_timestamp)";
  }

  @Override
  Draw plan(String tag, Row row, long wanted) {
    long first = requireLeft(tag, row, wanted, Long.MAX_VALUE);
    return new Draw(first + wanted, Segment.of(first, wanted, row.nextVersion()));
  }
}
