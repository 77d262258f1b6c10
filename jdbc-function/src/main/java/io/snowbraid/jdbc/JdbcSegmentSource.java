package io.snowbraid.jdbc;

import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.DatabaseCalls.FirstUse;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.jdbc.segmenttable.CounterFormat;
import io.snowbraid.jdbc.segmenttable.CounterTable;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.Tags;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * Draws segments from a table of a database that the application already has: a table of its own,
 * or that of Leaf, Tinyid or Camellia, while their servers keep using it.
 *
 * <p>Uniqueness depends on conditional updates only: each expects the row as it was read, or
 * changes it in one statement. This holds under any isolation level, and beside servers that use
 * the same rows. Each statement is a transaction of its own, so a process that stops at any point
 * keeps no row locked.
 *
 * <p>Each call borrows one connection for a moment, in a thread of its own, sets auto-commit mode
 * and the schema of the first connection, and returns it as it was. So it is never the connection
 * of a caller's transaction. A call that gets no answer is given up after 10 to 40 s. At most four
 * calls are open on a data source at a time, those for workers included. What else holds for
 * connections and for databases that commit late is said at {@link JdbcWorkerSource}.
 *
 * <p>Rows must not be deleted, and no bound may be set back. A database that was restored from a
 * backup has lost the draws since: {@linkplain #advance advance} each tag past all numbers in use.
 *
 * <p>Tested on H2, PostgreSQL, MariaDB, HSQLDB and SQLite. A source is immutable: each {@code
 * with...} method returns a changed copy. Safe for use by any number of threads.
 */
public final class JdbcSegmentSource implements SegmentSource {

  /** The table that is used unless another is set. */
  public static final String DEFAULT_TABLE = TableName.DEFAULT_SEGMENT_TABLE;

  private final DataSource dataSource;
  private final CounterFormat format;
  private final String table;
  private final boolean createsTable;
  private final boolean createsTags;
  private final DatabaseCalls<CounterTable> calls;

  private JdbcSegmentSource(
      DataSource dataSource,
      CounterFormat format,
      String table,
      boolean createsTable,
      boolean createsTags) {
    this.dataSource = dataSource;
    this.format = format;
    this.table = table;
    this.createsTable = createsTable;
    this.createsTags = createsTags;
    this.calls =
        new DatabaseCalls<>(
            dataSource,
            StoreFailures.OF_SEGMENTS,
            "table=" + table,
            firstUse(),
            borrowed -> new CounterTable(borrowed, table, format));
  }

  private FirstUse firstUse() {
    if (createsTable) {
      return FirstUse.CREATES;
    }
    return format.isOwn() ? FirstUse.AWAITS : FirstUse.REQUIRES;
  }

  /**
   * Creates a source that draws from the table {@link #DEFAULT_TABLE}.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a source that creates the table and unknown tags, with the first number 1
   */
  public static JdbcSegmentSource of(DataSource dataSource) {
    return new JdbcSegmentSource(dataSource, CounterFormat.own(), DEFAULT_TABLE, true, true);
  }

  /**
   * Creates a source that draws from the table {@code leaf_alloc} of Leaf. Each draw takes the
   * {@code step} of the tag's row, or more if more is wanted. The rows have no version, so nothing
   * can be given back.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a source that does not create tags
   */
  public static JdbcSegmentSource leaf(DataSource dataSource) {
    return of(dataSource, CounterFormat.leaf(), false);
  }

  /**
   * Creates a source that draws from the table {@code tiny_id_info} of Tinyid. The numbers of a tag
   * are those with the remainder of its row modulo the row's delta, as Tinyid's server issues them.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a source that does not create tags
   */
  public static JdbcSegmentSource tinyid(DataSource dataSource) {
    return of(dataSource, CounterFormat.tinyid(), false);
  }

  /**
   * Creates a source that draws from one of several tables {@code tiny_id_info} of Tinyid, each in
   * a database of its own. {@link TinyidMasters} makes one source of all. Each draw takes the
   * {@code step} of the tag's row, or more if more is wanted; of these, the numbers with the
   * master's remainder are issued. A tag whose row has another delta or remainder is rejected.
   *
   * @param dataSource provides connections that may read and write the table
   * @param masters how many databases there are, which has to be the delta of all rows
   * @param remainder the remainder of all rows of this database
   * @return a source that does not create tags
   * @throws IllegalArgumentException unless 0 &lt;= remainder &lt; masters
   */
  public static JdbcSegmentSource tinyid(DataSource dataSource, int masters, int remainder) {
    return of(dataSource, CounterFormat.tinyid(masters, remainder), false);
  }

  /**
   * Creates a source that draws from the table {@code camellia_id_info} of Camellia. The table
   * keeps counters without the region, which is put into the numbers. The rows have no version, so
   * nothing can be given back.
   *
   * @param dataSource provides connections that may read and write the table
   * @param region the region, as Camellia's servers have it; {@link Region#NONE} for none
   * @return a source that creates unknown tags, of up to 512 characters, with the first counter 1
   */
  public static JdbcSegmentSource camellia(DataSource dataSource, Region region) {
    return of(dataSource, CounterFormat.camellia(region, InstantSource.system()), true);
  }

  private static JdbcSegmentSource of(
      DataSource dataSource, CounterFormat format, boolean createsTags) {
    return new JdbcSegmentSource(dataSource, format, format.tableName(), false, createsTags);
  }

  /**
   * Returns a source with another table.
   *
   * @param table its name, which may be qualified with its schema; parts with other characters than
   *     letters, digits and underscores are quoted as the database requires
   * @return a changed copy
   * @throws IllegalArgumentException if it is not such a name
   */
  public JdbcSegmentSource withTable(String table) {
    return new JdbcSegmentSource(
        dataSource, format, TableName.requireTable(table), createsTable, createsTags);
  }

  /**
   * Returns a source that creates a missing table when it first needs it, or one that does not. A
   * table that is missing later is an error.
   *
   * @param creates whether a missing table is created, as {@link #of} does. If false, the source
   *     waits ten seconds for the table, because migrations may be running, and then fails with an
   *     error that says how to create it. Tables of Leaf, Tinyid and Camellia are neither created
   *     nor waited for
   * @return a changed copy
   * @throws IllegalArgumentException to create a table of another library
   */
  public JdbcSegmentSource withTableCreation(boolean creates) {
    if (creates && !format.isOwn()) {
      throw new IllegalArgumentException(
          "table of another library must be created by hand: " + table);
    }
    return new JdbcSegmentSource(dataSource, format, table, creates, createsTags);
  }

  /**
   * Returns a source whose draws create tags that do not exist, with the first number 1, or one
   * whose draws do not. Rows of Leaf and Tinyid get a step of 1,000.
   *
   * @param creates whether an unknown tag is created; if false, its draw fails with an {@link
   *     io.snowbraid.segment.UnknownTagException UnknownTagException}
   * @return a changed copy
   */
  public JdbcSegmentSource withTagCreation(boolean creates) {
    return new JdbcSegmentSource(dataSource, format, table, createsTable, creates);
  }

  @Override
  public int maxTagLength() {
    return format.maxTagLength();
  }

  @Override
  public Segment draw(String tag, long count) {
    format.requireTag(tag);
    Tags.requireCount(tag, count);
    return calls.use(TimeLimit.GRANT, counters -> counters.draw(tag, count, createsTags, this));
  }

  /** {@inheritDoc} The tables of Leaf and Camellia take nothing back. */
  @Override
  public boolean returnUnused(String tag, Segment rest) {
    return format.hasVersion()
        && rest.version() != Segment.NO_VERSION
        && DatabaseCalls.last(
            () -> calls.use(TimeLimit.GRANT, counters -> counters.returnUnused(tag, rest)));
  }

  @Override
  public boolean advance(String tag, long bound) {
    return calls.use(TimeLimit.GRANT, counters -> counters.advance(tag, bound, this));
  }

  @Override
  public OptionalLong peek(String tag) {
    return calls.use(TimeLimit.GRANT, counters -> counters.peek(tag));
  }

  @Override
  public List<String> tags() {
    return calls.use(TimeLimit.GRANT, CounterTable::tags);
  }

  @Override
  public boolean create(String tag, long bound) {
    format.requireTag(tag);
    Tags.requireBound(tag, bound);
    return calls.use(TimeLimit.GRANT, counters -> counters.create(tag, bound));
  }

  @Override
  public String toString() {
    return "JdbcSegmentSource[" + calls.place() + "]";
  }
}
