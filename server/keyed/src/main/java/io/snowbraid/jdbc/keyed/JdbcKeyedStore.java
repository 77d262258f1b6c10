package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.DatabaseCalls.FirstUse;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.ServerRecord;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Keeps the slots and servers of numbers per key in two tables of a database that the application
 * already has.
 *
 * <p>Uniqueness depends on conditional updates only: each expects the row as it was read, in all
 * its parts. This holds under any isolation level. Up to 250 slots are changed by one batch, in one
 * transaction. Rows are locked in the order of the slots, so servers do not wait for each other in
 * circles.
 *
 * <p>Each call borrows one connection for a moment, in a thread of its own, as {@link
 * io.snowbraid.jdbc.JdbcSegmentSource} does. A call for rows of servers that gets no answer is
 * given up after 5 s, each group of 250 slots 10 s after it got a connection. At most four calls
 * are open on a data source at a time. What else holds for connections and for databases that
 * commit late is said at {@link io.snowbraid.jdbc.JdbcWorkerSource}.
 *
 * <p>Rows must not be deleted, and no bound may be set back. See {@link #mend}.
 *
 * <p>Tested on H2, PostgreSQL, MariaDB, HSQLDB and SQLite. A store is immutable: each {@code
 * with...} method returns a changed copy. Safe for use by any number of threads.
 */
public final class JdbcKeyedStore implements KeyedStore {

  /** The table of slots that is used unless another is set. */
  public static final String DEFAULT_SLOT_TABLE = "snowbraid_slot";

  /** The table of servers that is used unless another is set. */
  public static final String DEFAULT_SERVER_TABLE = "snowbraid_server";

  /** The namespace that is used unless another is set. */
  public static final String DEFAULT_NAMESPACE = TableName.DEFAULT_NAMESPACE;

  /** How far the version of a mended row is above all others, so that every server notices it. */
  private static final long VERSION_STEP = 1L << 40;

  /** The highest number that clients may set. */
  private static final long MAX_BOUND = 1L << 62;

  private final DataSource dataSource;
  private final KeyedTables.Names names;
  private final boolean createsTable;
  private final DatabaseCalls<KeyedTables> calls;

  private JdbcKeyedStore(DataSource dataSource, KeyedTables.Names names, boolean createsTable) {
    this.dataSource = dataSource;
    this.names = names;
    this.createsTable = createsTable;
    this.calls =
        new DatabaseCalls<>(
            dataSource,
            KeyedTables.FAILURES,
            names.toString(),
            createsTable ? FirstUse.CREATES : FirstUse.AWAITS,
            borrowed -> new KeyedTables(borrowed, names));
  }

  /**
   * Creates a store in the tables {@link #DEFAULT_SLOT_TABLE} and {@link #DEFAULT_SERVER_TABLE}.
   *
   * @param dataSource provides connections that may read and write the tables
   * @return a store of the namespace {@link #DEFAULT_NAMESPACE}, which creates missing tables
   */
  public static JdbcKeyedStore of(DataSource dataSource) {
    return new JdbcKeyedStore(
        dataSource,
        new KeyedTables.Names(DEFAULT_SLOT_TABLE, DEFAULT_SERVER_TABLE, DEFAULT_NAMESPACE),
        true);
  }

  /**
   * Returns a store with other tables.
   *
   * @param slots the name of the table of slots, which may be qualified with its schema; parts with
   *     other characters than letters, digits and underscores are quoted as the database requires
   * @param servers the name of the table of servers
   * @return a changed copy
   * @throws IllegalArgumentException if they are not such names
   */
  public JdbcKeyedStore withTables(String slots, String servers) {
    return new JdbcKeyedStore(
        dataSource,
        new KeyedTables.Names(
            TableName.requireTable(slots), TableName.requireTable(servers), names.namespace()),
        createsTable);
  }

  /**
   * Returns a store with another namespace. Servers of one namespace share its keys; several
   * namespaces may share the tables.
   *
   * @param namespace a text of 1 to 64 characters
   * @return a changed copy
   * @throws IllegalArgumentException if it is not such a text
   */
  public JdbcKeyedStore withNamespace(String namespace) {
    return new JdbcKeyedStore(
        dataSource,
        new KeyedTables.Names(
            names.slots(), names.servers(), TableName.requireNamespace(namespace)),
        createsTable);
  }

  /**
   * Returns a store that creates missing tables when it first needs them, or one that does not. A
   * table that is missing later is an error.
   *
   * @param creates whether missing tables are created, as {@link #of} does. If false, the store
   *     waits ten seconds for them, because migrations may be running, and then fails with an error
   *     that says how to create them
   * @return a changed copy
   */
  public JdbcKeyedStore withTableCreation(boolean creates) {
    return new JdbcKeyedStore(dataSource, names, creates);
  }

  @Override
  public List<ServerRecord> servers() {
    return calls.use(TimeLimit.RENEWAL, tables -> tables.servers().servers());
  }

  @Override
  public boolean add(ServerRecord server) {
    return calls.use(TimeLimit.RENEWAL, tables -> tables.servers().insert(server));
  }

  @Override
  public boolean replace(ServerRecord before, ServerRecord after) {
    ServerRecord.requireSame(before, after);
    return calls.use(TimeLimit.RENEWAL, tables -> tables.servers().update(before, after));
  }

  @Override
  public boolean remove(ServerRecord ended) {
    return calls.use(TimeLimit.RENEWAL, tables -> tables.servers().delete(ended));
  }

  @Override
  public void createSlots() {
    calls.use(TimeLimit.CALL, KeyedTables::createSlots);
  }

  @Override
  public List<SlotRecord> slots() {
    return calls.use(TimeLimit.GRANT, tables -> tables.slots().slots());
  }

  @Override
  public List<SlotRecord> slots(Collection<Integer> wanted) {
    return calls.use(TimeLimit.GRANT, tables -> tables.slots().slots(wanted));
  }

  @Override
  public BitSet replace(List<Change> changes) {
    List<Change> sorted = Change.inOrder(changes);
    BitSet written = new BitSet();
    for (int from = 0; from < sorted.size(); from += SlotTable.GROUP) {
      List<Change> group = sorted.subList(from, Math.min(sorted.size(), from + SlotTable.GROUP));
      written.or(calls.use(TimeLimit.GRANT, tables -> tables.slots().replace(group)));
    }
    return written;
  }

  /**
   * Mends rows of slots that were deleted or set back: nobody holds them then, so that servers take
   * them, and numbers continue above the bound. Nothing is written if the bound is refused. Groups
   * of 250 slots are written one after another.
   *
   * @param first the first slot, from 0 to 16,383
   * @param last the last slot, from {@code first} to 16,383
   * @param bound a number that is not below any that was issued in these slots; not below the bound
   *     of any of the rows; at most 2^62
   * @return the rows
   * @throws IllegalArgumentException if a slot is out of its range, or the bound is negative, below
   *     that of a row, or too high
   * @throws io.snowbraid.keyed.KeyedStoreException if the store fails, or if a server wrote a row
   *     meanwhile; some rows may be mended then
   */
  public List<SlotRecord> mend(int first, int last, long bound) {
    List<Integer> slots = range(first, last);
    long version =
        calls.use(TimeLimit.GRANT, tables -> tables.slots().highestVersion()) + VERSION_STEP;
    List<SlotRecord> found = slots(slots);
    requireBound(first, found, bound);
    List<SlotRecord> rows =
        slots.stream()
            .map(slot -> new SlotRecord(slot, bound, SlotRecord.NOBODY, version))
            .toList();
    requireAllWritten(slots, write(rows, found));
    return rows;
  }

  /** Returns the slots from the first to the last one. */
  private static List<Integer> range(int first, int last) {
    int from = SlotRecord.unused(first).slot(); // checks it
    int to = SlotRecord.unused(last).slot();
    if (from > to) {
      throw new IllegalArgumentException(
          "first slot must not be above the last one: first="
              + first
              + ", last="
              + last
              + "; exchange them");
    }
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  /** Names the highest bound, so that the next attempt succeeds. */
  private static void requireBound(int first, List<SlotRecord> found, long bound) {
    SlotRecord highest =
        found.stream()
            .max(Comparator.comparingLong(SlotRecord::bound))
            .orElse(SlotRecord.unused(first));
    if (bound > MAX_BOUND) {
      throw new IllegalArgumentException(
          "bound of a slot must be at most " + MAX_BOUND + ": slot=" + first + ", bound=" + bound);
    }
    long min = Math.max(0, highest.bound());
    if (bound < min) {
      throw new IllegalArgumentException(
          "bound of a slot must not go back: slot="
              + highest.slot()
              + ", bound="
              + bound
              + ", stored bound="
              + min
              + "; name a bound that is not below the stored one and all numbers in use");
    }
  }

  /** Writes rows over those that were found, then creates the others; returns which it wrote. */
  private BitSet write(List<SlotRecord> rows, List<SlotRecord> found) {
    int first = rows.get(0).slot(); // the others follow without a gap
    BitSet written =
        replace(found.stream().map(row -> new Change(row, rows.get(row.slot() - first))).toList());
    Set<Integer> present = found.stream().map(SlotRecord::slot).collect(Collectors.toSet());
    for (SlotRecord row : rows) {
      if (!present.contains(row.slot())) {
        boolean isCreated = calls.use(TimeLimit.GRANT, tables -> tables.slots().insert(row));
        written.set(row.slot(), isCreated);
      }
    }
    return written;
  }

  private void requireAllWritten(List<Integer> slots, BitSet written) {
    if (written.cardinality() < slots.size()) {
      throw KeyedTables.FAILURES.failed(
          "rows of slots must not change while they are mended: unmended="
              + (slots.size() - written.cardinality())
              + ", first unmended="
              + written.nextClearBit(slots.get(0))
              + ", "
              + calls.place()
              + "; stop the servers, and try again",
          null);
    }
  }

  @Override
  public String toString() {
    return "JdbcKeyedStore[" + calls.place() + "]";
  }
}
