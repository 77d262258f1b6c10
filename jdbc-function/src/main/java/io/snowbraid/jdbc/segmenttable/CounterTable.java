package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.segmenttable.CounterFormat.Row;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.Tags;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Draws from and advances a table's counters over one connection. If a single statement cannot
 * draw, a row is read and replaced, with a retry whenever another write comes first. Each statement
 * is its own transaction, so no lock remains even if the process stops between two statements.
 */
public class CounterTable extends StoreTable {

  /** In each round one process succeeds, so even many processes need far fewer. */
  private static final int ROUNDS = 200;

  /** Attempts to insert a row that is missing again when it is read. */
  private static final int INSERTS = 20;

  private static final long FIRST_BOUND = 1;

  private final CounterFormat format;

  public CounterTable(BorrowedConnection borrowed, String table, CounterFormat format)
      throws SQLException {
    super(borrowed, table);
    this.format = format;
  }

  @Override
  protected Optional<String> ddl(String name) {
    return format.isOwn() ? Optional.of(dialect().segmentTableDdl(name)) : Optional.empty();
  }

  @Override
  protected String column() {
    return format.valueColumn();
  }

  /** One attempt; empty if another write came first. */
  private interface Round<T> {
    Optional<T> run(int round) throws SQLException;
  }

  /** Draws a segment, see {@link SegmentSource#draw}. */
  public Segment draw(String tag, long count, boolean createsTag, SegmentSource source)
      throws SQLException {
    Optional<Segment> drawn = drawAtOnce(tag, count);
    return drawn.isPresent()
        ? drawn.get()
        : inRounds(
            tag,
            round -> {
              Optional<Row> row = read(tag);
              if (row.isEmpty() && !createsTag) {
                throw Tags.unknown(tag, source);
              }
              if (row.isPresent()) {
                return draw(tag, row.get(), count);
              }
              add(tag, FIRST_BOUND, round); // the next round draws from it
              return Optional.empty();
            });
  }

  private Optional<Segment> draw(String tag, Row row, long count) throws SQLException {
    Segment segment = format.plan(tag, row, count);
    return replace(tag, row, segment.bound() - format.distanceToBound())
        ? Optional.of(segment)
        : Optional.empty();
  }

  private boolean add(String tag, long bound, int round) throws SQLException {
    return insert(tag, bound - format.distanceToBound(), round >= INSERTS);
  }

  /** Returns unused numbers, once; see {@link SegmentSource#returnUnused}. */
  public boolean returnUnused(String tag, Segment rest) throws SQLException {
    if (rest.bound() - rest.last() > rest.step()) {
      return false; // later numbers may be in use
    }
    long distance = format.distanceToBound();
    Row drawn = new Row(rest.bound() - distance, rest.version(), 1, 1, 0);
    return replace(tag, drawn, rest.first() - distance);
  }

  /** Advances a tag, see {@link SegmentSource#advance}. */
  public boolean advance(String tag, long bound, SegmentSource source) throws SQLException {
    long value = Math.max(0, bound) - format.distanceToBound();
    return inRounds(
        tag,
        round -> {
          if (raise(tag, value)) {
            return Optional.of(true);
          }
          Row row = read(tag).orElseThrow(() -> Tags.unknown(tag, source));
          return row.value() < value ? Optional.empty() : Optional.of(false);
        });
  }

  /** Reads a bound, see {@link SegmentSource#peek}. */
  public OptionalLong peek(String tag) throws SQLException {
    Optional<Row> row = read(tag);
    return row.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(row.get().value() + format.distanceToBound());
  }

  /** Creates a tag, see {@link SegmentSource#create}. */
  public boolean create(String tag, long bound) throws SQLException {
    return inRounds(
        tag,
        round ->
            read(tag).isPresent()
                ? Optional.of(false)
                : add(tag, bound, round) ? Optional.of(true) : Optional.empty());
  }

  private <T> T inRounds(String tag, Round<T> attempt) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      Optional<T> result = attempt.run(round);
      if (result.isPresent()) {
        return result.get();
      }
      pause(round);
    }
    throw failures()
        .failed(
            "row of tag "
                + tag
                + " could not be written within "
                + ROUNDS
                + " attempts, because other processes were always faster; retry",
            null);
  }

  /** Reads a tag's row; empty if the tag is missing. */
  Optional<Row> read(String tag) throws SQLException {
    return read(
        "select " + format.columns() + " from " + table() + whereTag(),
        select -> select.setString(1, tag),
        rows -> rows.next() ? Optional.of(row(rows)) : Optional.empty());
  }

  private static Row row(ResultSet rows) throws SQLException {
    return new Row(
        rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getInt(4), rows.getInt(5));
  }

  /** Reads all tags, in alphabetical order. */
  public List<String> tags() throws SQLException {
    return List.copyOf(rows().keySet());
  }

  /** Reads all rows, by their tags. */
  SortedMap<String, Row> rows() throws SQLException {
    return read(
        "select " + format.columns() + ", " + format.tagColumn() + " from " + table(),
        select -> {},
        found -> {
          SortedMap<String, Row> rows = new TreeMap<>();
          while (found.next()) {
            rows.put(found.getString(Row.COLUMNS + 1), row(found));
          }
          return rows;
        });
  }

  /**
   * Sets a row's value unless another write comes first.
   *
   * @param before the row as read
   */
  boolean replace(String tag, Row before, long value) throws SQLException {
    String sql = set() + whereTag() + " and " + format.valueColumn() + " = ?" + andVersion();
    return write(
        sql,
        update -> {
          update.setLong(1, value);
          update.setString(2, tag);
          update.setLong(3, before.value());
          if (format.hasVersion()) {
            update.setLong(4, before.version());
          }
        });
  }

  /**
   * Assigns a Tinyid row to another master unless another write comes first.
   *
   * @param before the row as read
   * @param after the new step, delta and remainder
   */
  boolean assign(String tag, Row before, Row after) throws SQLException {
    String set = "update " + table() + " set step = ?, delta = ?, remainder = ?" + format.alsoSet();
    return write(
        set + whereTag() + " and " + format.valueColumn() + " = ?" + andVersion(),
        update -> {
          update.setLong(1, after.step());
          update.setInt(2, after.delta());
          update.setInt(3, after.remainder());
          update.setString(4, tag);
          update.setLong(5, before.value());
          update.setLong(6, before.version());
        });
  }

  /** Raises a value; returns false if it is not lower. */
  boolean raise(String tag, long value) throws SQLException {
    return write(
        set() + whereTag() + " and " + format.valueColumn() + " < ?",
        update -> {
          update.setLong(1, value);
          update.setString(2, tag);
          update.setLong(3, value);
        });
  }

  /**
   * Adds a row.
   *
   * @param isLast whether a lost race is a failure
   * @return false if another process may have been faster
   */
  boolean insert(String tag, long value, boolean isLast) throws SQLException {
    try (PreparedStatement insert =
        prepare("insert into " + table() + " " + format.newRow(value))) {
      insert.setString(1, tag);
      requireNotGivenUp();
      return force(insert.executeUpdate());
    } catch (SQLException e) {
      if (isLast && SqlStates.isLostRace(dialect().state(e))) {
        throw e;
      }
      requireLostRace(e);
      return false;
    }
  }

  /**
   * Draws with a single statement if the database and the table allow it.
   *
   * @return the drawn segment; empty if nothing was drawn
   */
  Optional<Segment> drawAtOnce(String tag, long count) throws SQLException {
    String value = format.valueColumn();
    String added = "update " + table() + " set " + value + " = " + value + " + ?";
    String update = added + format.alsoSet() + whereTag() + " and " + value + " between 0 and ?";
    Optional<String> query =
        format.isOwn() ? dialect().updateReturning(update, value + ", version") : Optional.empty();
    if (query.isEmpty()) {
      return Optional.empty();
    }
    Optional<Segment> segment = Optional.empty();
    try (PreparedStatement draw = prepare(query.get())) {
      draw.setLong(1, count);
      draw.setString(2, tag);
      draw.setLong(3, Long.MAX_VALUE - count);
      requireNotGivenUp();
      try (ResultSet rows = draw.executeQuery()) {
        while (rows.next()) { // until the end of the result, because only then SQLite commits
          segment = Optional.of(Segment.of(rows.getLong(1) - count, count, rows.getLong(2)));
        }
      }
      force(segment.isPresent() ? 1 : 0);
      return segment;
    } catch (SQLException e) {
      requireLostRace(e);
      return Optional.empty();
    }
  }

  private String set() throws SQLException {
    return "update " + table() + " set " + format.valueColumn() + " = ?" + format.alsoSet();
  }

  private String whereTag() {
    return " where " + format.tagColumn() + " = ?";
  }

  private String andVersion() {
    return format.hasVersion() ? " and version = ?" : "";
  }
}
