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
 * Draws segments from a database table: Snowbraid's own, or that of Leaf, Tinyid or Camellia, while
 * their servers keep using it.
 *
 * <p>Uniqueness depends only on conditional updates: each either expects the row as it was read or
 * changes it in a single statement. This holds under any isolation level, even while other servers
 * update the same rows. Each statement is its own transaction, so a crash leaves no row locked.
 *
 * <p>Each call briefly borrows a connection on a background thread, so it never joins the caller's
 * transaction. It sets auto-commit mode, uses the first connection's schema, and restores the
 * connection's state. A call without an answer is abandoned after 10 to 40 seconds. At most four
 * calls per data source are open at a time, including those for workers. {@link JdbcWorkerSource}
 * lists further requirements for data sources and databases.
 *
 * <p>Rows must not be deleted, and bounds must not be lowered. A database restored from a backup
 * has lost all later draws: {@linkplain #advance advance} each tag past all numbers in use.
 *
 * <p>Tested on H2, PostgreSQL, MariaDB, HSQLDB and SQLite. Thread-safe and immutable: each {@code
 * with...} method returns a changed copy.
 */
public final class JdbcSegmentSource implements SegmentSource {

  /** The default table. */
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
   * @return a source that creates the table and unknown tags; a new tag's first number is 1
   */
  public static JdbcSegmentSource of(DataSource dataSource) {
    return new JdbcSegmentSource(dataSource, CounterFormat.own(), DEFAULT_TABLE, true, true);
  }

  /**
   * Creates a source that draws from Leaf's table {@code leaf_alloc}. Each draw takes at least the
   * {@code step} of the tag's row. The rows have no version, so unused numbers cannot be returned.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a source that does not create tags
   */
  public static JdbcSegmentSource leaf(DataSource dataSource) {
    return of(dataSource, CounterFormat.leaf(), false);
  }

  /**
   * Creates a source that draws from Tinyid's table {@code tiny_id_info}. Like Tinyid's server, it
   * issues the numbers that have the row's remainder modulo the row's delta.
   *
   * @param dataSource provides connections that may read and write the table
   * @return a source that does not create tags
   */
  public static JdbcSegmentSource tinyid(DataSource dataSource) {
    return of(dataSource, CounterFormat.tinyid(), false);
  }

  /**
   * Creates a source that draws from one of several Tinyid databases. {@link TinyidMasters}
   * combines all of them into one source. Each draw takes at least the {@code step} of the tag's
   * row and issues those numbers that have the given remainder. A row with another delta or
   * remainder is rejected.
   *
   * @param dataSource provides connections that may read and write the table {@code tiny_id_info}
   * @param masters the number of databases, which must be the delta of all rows
   * @param remainder the remainder of all rows in this database
   * @return a source that does not create tags
   * @throws IllegalArgumentException unless 0 &lt;= remainder &lt; masters
   */
  public static JdbcSegmentSource tinyid(DataSource dataSource, int masters, int remainder) {
    return of(dataSource, CounterFormat.tinyid(masters, remainder), false);
  }

  /**
   * Creates a source that draws from Camellia's table {@code camellia_id_info}. The table stores
   * counters without the region; the source adds it to the numbers. The rows have no version, so
   * unused numbers cannot be returned.
   *
   * @param dataSource provides connections that may read and write the table
   * @param region the region configured in Camellia's servers, or {@link Region#NONE}
   * @return a source that creates unknown tags of up to 512 characters; a new tag's first counter
   *     is 1
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
   * @param table the table's name, optionally qualified with a schema; parts with characters other
   *     than letters, digits and underscores are quoted as the database requires
   * @return a changed copy
   * @throws IllegalArgumentException if the name is malformed
   */
  public JdbcSegmentSource withTable(String table) {
    return new JdbcSegmentSource(
        dataSource, format, TableName.requireTable(table), createsTable, createsTags);
  }

  /**
   * Sets whether the source creates a missing table on first use. A table that disappears later is
   * an error.
   *
   * @param creates true by default. If false, the source waits ten seconds for the table, because
   *     migrations may be running, and then fails with a message that says how to create it. Tables
   *     of Leaf, Tinyid and Camellia are neither created nor waited for
   * @return a changed copy
   * @throws IllegalArgumentException if the source would create a table of Leaf, Tinyid or Camellia
   */
  public JdbcSegmentSource withTableCreation(boolean creates) {
    if (creates && !format.isOwn()) {
      throw new IllegalArgumentException(
          "Snowbraid does not create tables of other libraries, such as "
              + table
              + "; create it with that library's script");
    }
    return new JdbcSegmentSource(dataSource, format, table, creates, createsTags);
  }

  /**
   * Sets whether draws create unknown tags, with the first number 1. In Leaf's and Tinyid's tables,
   * new rows get a step of 1,000.
   *
   * @param creates whether to create an unknown tag; if false, drawing from it fails with an {@link
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

  /** {@inheritDoc} In Leaf's and Camellia's tables, nothing can be returned. */
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
