package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.Tags;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/** How a table keeps the counters of tags: its columns, and what their values mean. */
public abstract class CounterFormat {

  /** How many numbers a draw takes at least, for tags that are created. */
  static final int STEP = 1000;

  private final String table;
  private final String tag;
  private final String value;
  private final int maxLength;

  /**
   * The row of a tag.
   *
   * @param value the counter, as the table keeps it
   * @param version which changes with each write; {@link Segment#NO_VERSION} if there is none
   * @param step how many numbers a draw takes at least
   * @param delta the distance of the numbers
   * @param remainder of the numbers, modulo the distance
   */
  public record Row(long value, long version, long step, int delta, int remainder) {

    /** How many columns there are. */
    static final int COLUMNS = 5;

    /** Returns the version after one more write. */
    long nextVersion() {
      return version == Segment.NO_VERSION ? version : version + 1;
    }
  }

  /**
   * What a draw does if nobody else writes first.
   *
   * @param value the new value of the row
   * @param segment what is drawn then
   */
  record Draw(long value, Segment segment) {}

  /**
   * Creates a format.
   *
   * @param table the table's usual name
   * @param tag the column of tags, which is unique
   * @param value the column of counters
   * @param maxLength the most characters of a tag
   */
  CounterFormat(String table, String tag, String value, int maxLength) {
    this.table = table;
    this.tag = tag;
    this.value = value;
    this.maxLength = maxLength;
  }

  /** Returns the table's usual name. */
  public final String tableName() {
    return table;
  }

  final String tagColumn() {
    return tag;
  }

  final String valueColumn() {
    return value;
  }

  /** Returns the statement that creates the table; empty if that is left to others. */
  public Optional<String> ddl(DatabaseDialect dialect, String table) {
    return Optional.empty();
  }

  /** Returns whether this library may create the table. */
  public boolean isCreatable() {
    return false;
  }

  /** Returns whether one statement can draw, because a draw depends on nothing in the row. */
  boolean drawsAtOnce() {
    return false;
  }

  /** Returns whether rows have a version, so that numbers can be given back. */
  public boolean hasVersion() {
    return false;
  }

  /** Returns how far the value of a row is below its bound. */
  abstract long distanceToBound();

  /** Returns the columns of a {@link Row}, or values in their place. */
  abstract String columns();

  /** Returns what else each write sets, beginning with a comma; it may be empty. */
  String alsoSet() {
    return "";
  }

  /** Returns the statement that adds a row; its first parameters are the tag and the value. */
  abstract String insert(String table);

  /** Sets the parameters of that statement. */
  void insert(PreparedStatement insert, String newTag, long newValue) throws SQLException {
    insert.setString(1, newTag);
    insert.setLong(2, newValue);
  }

  /**
   * Plans a draw.
   *
   * @throws SegmentRejectedException if the row has no numbers left, or is not usable
   */
  abstract Draw plan(String tag, Row row, long wanted);

  /** Returns the most characters of a tag. */
  public final int maxTagLength() {
    return maxLength;
  }

  /** Checks a tag. */
  public final void requireTag(String checked) {
    Tags.require(checked, maxLength);
  }

  /**
   * Returns the bound before a draw.
   *
   * @param count how many counters are wanted
   * @param maxBound the largest bound that can be stored and issued
   * @throws SegmentRejectedException if fewer are left, or the bound was set by hand to no number
   */
  final long requireLeft(String name, Row row, long count, long maxBound) {
    long bound = row.value() + distanceToBound();
    if (bound < 0) {
      throw new SegmentRejectedException(
          "bound of a tag must be from 0 to 2^63 - 1: tag="
              + name
              + ", bound="
              + bound
              + "; advance the tag past all numbers in use");
    }
    if (count > maxBound - bound) {
      throw Tags.exhausted(name, bound, count);
    }
    return bound;
  }
}
