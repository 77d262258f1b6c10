package io.snowbraid.jdbc.keyed;

import io.snowbraid.internal.Arguments;
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
 * Stores the slots and servers of numbers per key in two tables of an existing database.
 *
 * <p>Uniqueness depends only on conditional updates, which expect the complete record as read. This
 * holds under any isolation level. One batch changes up to 250 slots in a transaction. Servers lock
 * records in slot order, so they cannot deadlock.
 *
 * <p>Each call borrows one connection briefly, in a thread of its own, like {@link
 * io.snowbraid.jdbc.JdbcSegmentSource}. Calls for server records time out after 5 s; each group of
 * 250 slots times out 10 s after it got a connection. A data source has at most four open calls.
 * For other rules about connections and databases that commit late, see {@link
 * io.snowbraid.jdbc.JdbcWorkerSource}.
 *
 * <p>Rows must not be deleted, and bounds must not be set back. To repair such rows, see {@link
 * #repair}.
 *
 * <p>Tested with H2, PostgreSQL, MariaDB, HSQLDB and SQLite. Immutable: each {@code with...} method
 * returns a changed copy. Thread-safe.
 */
public final class JdbcKeyedStore implements KeyedStore {

  /** The default slot table. */
  public static final String DEFAULT_SLOT_TABLE = "snowbraid_slot";

  /** The default server table. */
  public static final String DEFAULT_SERVER_TABLE = "snowbraid_server";

  /** The default namespace. */
  public static final String DEFAULT_NAMESPACE = TableName.DEFAULT_NAMESPACE;

  /**
   * How far the version of a repaired record is above all others, so that every server notices it.
   */
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
   * @param dataSource connections that may read and write the tables
   * @return a store with the namespace {@link #DEFAULT_NAMESPACE} that creates missing tables
   */
  public static JdbcKeyedStore of(DataSource dataSource) {
    return new JdbcKeyedStore(
        dataSource,
        new KeyedTables.Names(DEFAULT_SLOT_TABLE, DEFAULT_SERVER_TABLE, DEFAULT_NAMESPACE),
        true);
  }

  /**
   * Sets the tables.
   *
   * @param slots the name of the slot table, optionally with its schema; parts that contain other
   *     characters than letters, digits and underscores are quoted as the database requires
   * @param servers the name of the server table
   * @return a changed copy
   * @throws IllegalArgumentException if a name is invalid
   */
  public JdbcKeyedStore withTables(String slots, String servers) {
    return new JdbcKeyedStore(
        dataSource,
        new KeyedTables.Names(
            TableName.requireTable(slots), TableName.requireTable(servers), names.namespace()),
        createsTable);
  }

  /**
   * Sets the namespace. All servers of a namespace share its keys. Namespaces may share tables.
   *
   * @param namespace 1 to 64 characters
   * @return a changed copy
   * @throws IllegalArgumentException if the namespace is empty or too long
   */
  public JdbcKeyedStore withNamespace(String namespace) {
    return new JdbcKeyedStore(
        dataSource,
        new KeyedTables.Names(
            names.slots(), names.servers(), TableName.requireNamespace(namespace)),
        createsTable);
  }

  /**
   * Sets whether the store creates missing tables on first use. Tables that disappear later are an
   * error.
   *
   * @param creates true by default. If false, the store waits ten seconds for the tables, because
   *     migrations may be running, and then fails with a message that says how to create them
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
   * Repairs slot records that were deleted or set back. Afterwards the slots have no owner, so
   * servers acquire them, and numbers continue above the bound. If the bound is rejected, nothing
   * is written. Groups of 250 slots are written one after another.
   *
   * @param first the first slot, from 0 to 16,383
   * @param last the last slot, from {@code first} to 16,383
   * @param bound at least the highest number issued in these slots, at least each record's bound,
   *     and at most 2^62
   * @return the new records
   * @throws IllegalArgumentException if a slot is out of range, or the bound is negative, below a
   *     record's bound, or too high
   * @throws io.snowbraid.keyed.KeyedStoreException if the store fails, or a server wrote a record
   *     meanwhile; some records may have been repaired
   */
  public List<SlotRecord> repair(int first, int last, long bound) {
    List<Integer> slots = range(first, last);
    long version =
        calls.use(TimeLimit.GRANT, tables -> tables.slots().highestVersion()) + VERSION_STEP;
    List<SlotRecord> found = slots(slots);
    requireBound(first, found, bound);
    List<SlotRecord> rows =
        slots.stream()
            .map(slot -> new SlotRecord(slot, bound, SlotRecord.UNOWNED, version))
            .toList();
    requireAllWritten(slots, write(rows, found));
    return rows;
  }

  /** Returns the slots from the first to the last. */
  private static List<Integer> range(int first, int last) {
    int from = SlotRecord.unused(first).slot(); // checks the slot
    int to = SlotRecord.unused(last).slot();
    if (from > to) {
      throw new IllegalArgumentException(
          "first slot must not be above the last slot: first="
              + first
              + ", last="
              + last
              + "; swap them");
    }
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  /** Names the highest bound, so that the next attempt succeeds. */
  private static void requireBound(int first, List<SlotRecord> found, long bound) {
    SlotRecord highest =
        found.stream()
            .max(Comparator.comparingLong(SlotRecord::bound))
            .orElse(SlotRecord.unused(first));
    long min = Math.max(0, highest.bound());
    if (bound < min) {
      throw new IllegalArgumentException(
          "slot bound must not decrease: slot="
              + highest.slot()
              + ", stored="
              + min
              + ", bound="
              + bound
              + "; choose a bound that is at least the stored bound and all numbers in use");
    }
    Arguments.between("slot bound", bound, min, MAX_BOUND);
  }

  /** Replaces the given records, creates the missing ones, and returns the slots that it wrote. */
  private BitSet write(List<SlotRecord> rows, List<SlotRecord> found) {
    int first = rows.get(0).slot(); // the others are consecutive
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
          "slot rows must not change during a repair: unrepaired="
              + (slots.size() - written.cardinality())
              + ", first unrepaired="
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
