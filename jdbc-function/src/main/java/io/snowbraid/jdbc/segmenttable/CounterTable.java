package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.segmenttable.CounterFormat.Draw;
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
import java.util.TreeSet;

/**
 * Draws from and moves the counters of a table, over one connection. If one statement cannot draw,
 * a row is read and replaced, again and again while other writes come first. Each statement is a
 * transaction of its own, so no lock outlives it, even if this process stops between two of them.
 */
public class CounterTable extends StoreTable {

  /** In each round one process succeeds, so many processes still need far fewer. */
  private static final int ROUNDS = 200;

  /** How often a row is added that is not there when it is read next. */
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
    return format.ddl(dialect(), name);
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
              return row.isPresent() ? draw(tag, row.get(), count) : afterAdding(tag, round);
            });
  }

  /** Adds the row of a tag, from which the next round draws. */
  private Optional<Segment> afterAdding(String tag, int round) throws SQLException {
    add(tag, FIRST_BOUND, round);
    return Optional.empty();
  }

  private Optional<Segment> draw(String tag, Row row, long count) throws SQLException {
    Draw draw = format.plan(tag, row, count);
    return replace(tag, row, draw.value()) ? Optional.of(draw.segment()) : Optional.empty();
  }

  private boolean add(String tag, long bound, int round) throws SQLException {
    return insert(tag, bound - format.distanceToBound(), round >= INSERTS);
  }

  /** Gives numbers back, once; see {@link SegmentSource#returnUnused}. */
  public boolean returnUnused(String tag, Segment rest) throws SQLException {
    if (rest.bound() - rest.last() > rest.step()) {
      return false; // numbers after these may be in use
    }
    long distance = format.distanceToBound();
    Row drawn = new Row(rest.bound() - distance, rest.version(), 1, 1, 0);
    return replace(tag, drawn, rest.first() - distance);
  }

  /** Moves a bound up, see {@link SegmentSource#advance}. */
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
            "row of a tag must be written within "
                + ROUNDS
                + " rounds, others were always faster: tag="
                + tag
                + "; try again",
            null);
  }

  /** Reads the row of a tag; empty if there is none. */
  Optional<Row> read(String tag) throws SQLException {
    return read(
        "select " + format.columns() + " from " + table() + whereTag(),
        select -> select.setString(1, tag),
        rows -> rows.next() ? Optional.of(row(rows)) : Optional.empty());
  }

  /** Reads the columns of a row. */
  static Row row(ResultSet rows) throws SQLException {
    return new Row(
        rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getInt(4), rows.getInt(5));
  }

  /** Reads all tags, in alphabetical order. */
  public List<String> tags() throws SQLException {
    return read(
        "select " + format.tagColumn() + " from " + table(),
        select -> {},
        rows -> {
          TreeSet<String> tags = new TreeSet<>();
          while (rows.next()) {
            tags.add(rows.getString(1));
          }
          return List.copyOf(tags);
        });
  }

  /**
   * Sets the value of a row, unless another write comes first.
   *
   * @param before the row as it was read
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

  /** Moves a value up; returns false if it is not below. */
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
    try (PreparedStatement insert = prepare(format.insert(table()))) {
      format.insert(insert, tag, value);
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
   * Draws with one statement, if the database and the table can do that.
   *
   * @return what was drawn; empty if nothing was
   */
  Optional<Segment> drawAtOnce(String tag, long count) throws SQLException {
    String value = format.valueColumn();
    String update =
        "update "
            + table()
            + " set "
            + value
            + " = "
            + value
            + " + ?"
            + format.alsoSet()
            + whereTag()
            + " and "
            + value
            + " between 0 and ?";
    Optional<String> query =
        format.drawsAtOnce()
            ? dialect().updateReturning(update, value + ", version")
            : Optional.empty();
    return query.isEmpty() ? Optional.empty() : drawn(query.get(), tag, count);
  }

  private Optional<Segment> drawn(String query, String tag, long count) throws SQLException {
    try (PreparedStatement update = prepare(query)) {
      update.setLong(1, count);
      update.setString(2, tag);
      update.setLong(3, Long.MAX_VALUE - count);
      requireNotGivenUp();
      Optional<Segment> segment = drawn(update, count);
      force(segment.isPresent() ? 1 : 0);
      return segment;
    } catch (SQLException e) {
      requireLostRace(e);
      return Optional.empty();
    }
  }

  /** Reads the result to its end, because SQLite commits only there. */
  private static Optional<Segment> drawn(PreparedStatement update, long count) throws SQLException {
    try (ResultSet rows = update.executeQuery()) {
      Optional<Segment> segment = Optional.empty();
      while (rows.next()) {
        segment = Optional.of(Segment.of(rows.getLong(1) - count, count, rows.getLong(2)));
      }
      return segment;
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
