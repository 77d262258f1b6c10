package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.internal.Arguments;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.Tags;
import java.time.InstantSource;

/**
 * How a table keeps the counters of tags: its columns, and what their values mean. All formats draw
 * by one rule, {@link #plan}; where a table lacks a column of it, a fixed value takes its place.
 */
public abstract class CounterFormat {

  /** How many numbers a draw takes at least, for tags that are created. */
  private static final int STEP = 1000;

  private final String table;
  private final String tag;
  private final String value;
  private final int maxLength;
  private final int distance;

  /**
   * The row of a tag.
   *
   * @param value the counter, as the table keeps it
   * @param version which changes with each write; {@link Segment#NO_VERSION} if there is none
   * @param step how many counters a draw takes at least
   * @param delta the distance of the numbers
   * @param remainder of the numbers, modulo the distance
   */
  record Row(long value, long version, long step, int delta, int remainder) {

    /** How many columns there are. */
    static final int COLUMNS = 5;
  }

  /**
   * Creates a format.
   *
   * @param table the table's usual name
   * @param tag the column of tags, which is unique
   * @param value the column of counters
   * @param maxLength the most characters of a tag
   * @param distance how far the value of a row is below its bound
   */
  private CounterFormat(String table, String tag, String value, int maxLength, int distance) {
    this.table = table;
    this.tag = tag;
    this.value = value;
    this.maxLength = maxLength;
    this.distance = distance;
  }

  /** Returns the format of this library's own table. */
  public static CounterFormat own() {
    return new Own();
  }

  /** Returns the format of Leaf. */
  public static CounterFormat leaf() {
    return new Leaf();
  }

  /** Returns the format of a database of Tinyid whose rows may have any delta and remainder. */
  public static CounterFormat tinyid() {
    return new Tinyid(Tinyid.OF_ROWS, 0);
  }

  /**
   * Returns the format of one master of Tinyid, whose rows have to fit it.
   *
   * @param masters how many there are
   * @param remainder which one this is, from 0 on
   */
  public static CounterFormat tinyid(int masters, int remainder) {
    Arguments.atLeast("masters", masters, 1);
    Arguments.between("remainder", remainder, 0, masters - 1);
    return new Tinyid(masters, remainder);
  }

  /** Returns the format of Camellia. */
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

  /** Returns how far the value of a row is below its bound. */
  final int distanceToBound() {
    return distance;
  }

  /**
   * Returns whether it is this library's own table: it may be created, and one statement can draw,
   * because a draw depends on nothing in the row.
   */
  public final boolean isOwn() {
    return this instanceof Own;
  }

  /** Returns whether rows have a version, so that numbers can be given back. */
  public boolean hasVersion() {
    return false;
  }

  /** Returns the columns of a {@link Row}, or values in their place. */
  abstract String columns();

  /** Returns what else each write sets, beginning with a comma; it may be empty. */
  String alsoSet() {
    return "";
  }

  /**
   * Returns the columns and values of a new row, for a statement that inserts it. Its only
   * parameter is the tag.
   */
  abstract String newRow(long newValue);

  /** Rejects a row from which numbers must not be drawn. */
  void requireUsable(String name, Row row) {}

  /** Returns the region that is put into the numbers. */
  Region region() {
    return Region.NONE;
  }

  /**
   * Plans a draw: what is drawn if no other write comes first.
   *
   * @throws SegmentRejectedException if the row has no numbers left, or is not usable
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

  /** Returns the most characters of a tag. */
  public final int maxTagLength() {
    return maxLength;
  }

  /** Checks a tag. */
  public final void requireTag(String checked) {
    Tags.require(checked, maxLength);
  }

  /**
   * The table of this library, which keeps the first number that was not drawn yet.
   *
   * <p>The column of tags is twice as long as tags may be, because some databases count a character
   * beyond the 65,536 first as two.
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

  /** The table {@code leaf_alloc} of Leaf, which keeps the first number that was not drawn yet. */
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
   * The table {@code camellia_id_info} of Camellia, which keeps the last counter that was drawn,
   * without the region.
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
   * The table {@code tiny_id_info} of Tinyid, which keeps the last counter that was drawn. Of these
   * counters, those with the remainder of the row modulo its delta are issued.
   */
  private static final class Tinyid extends CounterFormat {

    /** How many masters there are if each row may have a delta of its own. */
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

    /** With another delta or remainder, masters would issue the same numbers. */
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
