package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.internal.Arguments;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.Tags;
import java.time.InstantSource;

/**
 * Describes how a table stores tag counters: its columns and the meaning of their values. All
 * formats draw by the rule of {@link #plan}. A fixed value replaces a column that a table lacks.
 */
public abstract class CounterFormat {

  /** The step of new tags. */
  private static final int STEP = 1000;

  private final String table;
  private final String tag;
  private final String value;
  private final int maxLength;
  private final int distance;

  /**
   * A tag's row.
   *
   * @param value the stored counter
   * @param version changes with each write; {@link Segment#NO_VERSION} if rows have no version
   * @param step the minimum number of counters that a draw takes
   * @param delta the distance between numbers
   * @param remainder the remainder of all numbers modulo the delta
   */
  record Row(long value, long version, long step, int delta, int remainder) {

    /** The number of columns. */
    static final int COLUMNS = 5;
  }

  /**
   * Creates a format.
   *
   * @param table the table's usual name
   * @param tag the tag column, which is unique
   * @param value the counter column
   * @param maxLength the maximum length of a tag, in characters
   * @param distance how far a row's value is below its bound
   */
  private CounterFormat(String table, String tag, String value, int maxLength, int distance) {
    this.table = table;
    this.tag = tag;
    this.value = value;
    this.maxLength = maxLength;
    this.distance = distance;
  }

  /** Returns the format of Snowbraid's own table. */
  public static CounterFormat own() {
    return new Own();
  }

  /** Returns Leaf's format. */
  public static CounterFormat leaf() {
    return new Leaf();
  }

  /** Returns Tinyid's format for rows with any delta and remainder. */
  public static CounterFormat tinyid() {
    return new Tinyid(Tinyid.OF_ROWS, 0);
  }

  /**
   * Returns Tinyid's format for one of several databases, which rows must match.
   *
   * @param masters the number of databases
   * @param remainder the database's remainder, from 0
   */
  public static CounterFormat tinyid(int masters, int remainder) {
    Arguments.atLeast("masters", masters, 1);
    Arguments.between("remainder", remainder, 0, masters - 1);
    return new Tinyid(masters, remainder);
  }

  /** Returns Camellia's format. */
  public static CounterFormat camellia(Region region, InstantSource clock) {
    return new Camellia(region, clock);
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

  /** Returns how far a row's value is below its bound. */
  final int distanceToBound() {
    return distance;
  }

  /**
   * Returns whether this is Snowbraid's own table. It may be created, and a single statement can
   * draw from it because a draw depends on nothing else in the row.
   */
  public final boolean isOwn() {
    return this instanceof Own;
  }

  /** Returns whether rows have a version, so that unused numbers can be returned. */
  public boolean hasVersion() {
    return false;
  }

  /** Returns the columns of a {@link Row}, or fixed values instead. */
  abstract String columns();

  /** Returns further assignments of each write, beginning with a comma; may be empty. */
  String alsoSet() {
    return "";
  }

  /**
   * Returns the columns and values of a new row, for an insert statement. The only parameter is the
   * tag.
   */
  abstract String newRow(long newValue);

  /** Rejects a row from which no numbers may be drawn. */
  void requireUsable(String name, Row row) {}

  /** Returns the region contained in the numbers. */
  Region region() {
    return Region.NONE;
  }

  /**
   * Plans a draw, which succeeds if no other write comes first.
   *
   * @throws SegmentRejectedException if the row is unusable or has too few numbers left
   */
  final Segment plan(String name, Row row, long wanted) {
    requireUsable(name, row);
    long bound = row.value() + distance;
    if (bound < 0) {
      throw new SegmentRejectedException(
          "bound of tag %s must be between 0 and 2^63 - 1, but is %d; advance the tag past all numbers in use"
              .formatted(name, bound));
    }
    int delta = row.delta();
    if (wanted > Long.MAX_VALUE / delta) {
      throw Tags.exhausted(name, bound, wanted);
    }
    long counters = Math.max(row.step(), wanted * delta);
    long maxBound = Math.min(region().maxCounter(), Long.MAX_VALUE - 1) + 1;
    if (counters > maxBound - bound) {
      throw Tags.exhausted(name, bound, counters);
    }
    long newBound = bound + counters;
    long first = bound + Math.floorMod(row.remainder() - bound, (long) delta);
    long count = (newBound - 1 - first) / delta + 1;
    long version = hasVersion() ? row.version() + 1 : Segment.NO_VERSION;
    return new Segment(first, count, delta, region(), newBound, version);
  }

  /** Returns the maximum length of a tag, in characters. */
  public final int maxTagLength() {
    return maxLength;
  }

  /** Checks a tag. */
  public final void requireTag(String checked) {
    Tags.require(checked, maxLength);
  }

  /**
   * Snowbraid's own table, which stores the first number not drawn yet.
   *
   * <p>The tag column is twice the length of a tag, because some databases count a character beyond
   * U+FFFF as two.
   */
  private static final class Own extends CounterFormat {

    Own() {
      super(TableName.DEFAULT_SEGMENT_TABLE, "name", "next_value", Tags.MAX_LENGTH, 0);
    }

    @Override
    public boolean hasVersion() {
      return true;
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
    String newRow(long value) {
      return "(name, next_value, version, updated_at) values (?, "
          + value
          + ", 0, current_timestamp)";
    }
  }

  /** Leaf's table {@code leaf_alloc}, which stores the first number not drawn yet. */
  private static final class Leaf extends CounterFormat {

    Leaf() {
      super("leaf_alloc", "biz_tag", "max_id", Tags.MAX_LENGTH, 0);
    }

    @Override
    String columns() {
      return "max_id, " + Segment.NO_VERSION + ", step, 1, 0";
    }

    @Override
    String newRow(long value) {
      return "(biz_tag, max_id, step) values (?, " + value + ", " + STEP + ")";
    }
  }

  /**
   * Camellia's table {@code camellia_id_info}, which stores the last counter drawn, without the
   * region.
   */
  private static final class Camellia extends CounterFormat {

    private static final int MAX_TAG_LENGTH = 512;

    private final Region region;
    private final InstantSource clock;

    Camellia(Region region, InstantSource clock) {
      super("camellia_id_info", "tag", "id", MAX_TAG_LENGTH, 1);
      this.region = region;
      this.clock = clock;
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
    String newRow(long value) {
      return "(tag, id, createTime, updateTime) values (?, %1$d, %2$d, %2$d)"
          .formatted(value, clock.millis());
    }

    @Override
    Region region() {
      return region;
    }
  }

  /**
   * Tinyid's table {@code tiny_id_info}, which stores the last counter drawn. Of the drawn
   * counters, those with the row's remainder modulo its delta are issued.
   */
  private static final class Tinyid extends CounterFormat {

    /** Stands for rows that may have any delta. */
    static final int OF_ROWS = 0;

    private static final int MAX_TAG_LENGTH = 63;

    private final int masters;
    private final int remainder;

    Tinyid(int masters, int remainder) {
      super("tiny_id_info", "biz_type", "max_id", MAX_TAG_LENGTH, 1);
      this.masters = masters;
      this.remainder = remainder;
    }

    @Override
    public boolean hasVersion() {
      return true;
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
    String newRow(long value) {
      return "(biz_type, begin_id, max_id, step, delta, remainder, create_time, update_time, version) values (?, %1$d, %1$d, %2$d, %3$d, %4$d, current_timestamp, current_timestamp, 0)"
          .formatted(value, STEP, Math.max(1, masters), remainder);
    }

    /** Otherwise several masters would issue the same numbers. */
    @Override
    void requireUsable(String tag, Row row) {
      String found = "tag=%s, delta=%d, remainder=%d".formatted(tag, row.delta(), row.remainder());
      if (row.delta() < 1 || row.remainder() < 0) {
        throw new SegmentRejectedException(
            "row of a tag must have a delta of at least 1 and no negative remainder ("
                + found
                + "); correct the row");
      }
      if (masters != OF_ROWS && (row.delta() != masters || row.remainder() != remainder)) {
        throw new SegmentRejectedException(
            "row of a tag must have the delta and remainder of its master ("
                + found
                + ", configured masters="
                + masters
                + ", configured remainder="
                + remainder
                + "); correct the configuration, or change all rows with TinyidMasters");
      }
    }
  }
}
