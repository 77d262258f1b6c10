package io.snowbraid.cli;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares the ids of a column with new ids and with the worker table. Each query uses an index on
 * the column, so its cost does not depend on the number of rows.
 */
final class IdsCheck {

  /** The largest number of ids that a query returns. */
  private static final int MAX_IDS = 1_000;

  private static final Pattern NAME = Pattern.compile("((?:\\w+\\.)?\\w+)\\.(\\w+)");

  private final Database database;
  private final Layout layout;
  private final Map<Integer, WorkerInfo> workers;
  private final long next;
  private final Findings findings;

  /**
   * Creates a check.
   *
   * @param workers the rows of the worker table; empty if it is new
   */
  IdsCheck(Database database, Layout layout, List<WorkerInfo> workers, Findings findings) {
    this.database = database;
    this.layout = layout;
    this.workers =
        workers.stream().collect(Collectors.toMap(WorkerInfo::worker, Function.identity()));
    this.next = layout.minId(Instant.now());
    this.findings = findings;
  }

  /** Checks a column, such as {@code orders.id}. */
  void run(String name) throws SQLException {
    Matcher names = NAME.matcher(name);
    if (!names.matches()) {
      throw new IllegalArgumentException(
          "ids must be a column, as table.column or schema.table.column, but is " + name);
    }
    String column = names.group(2);
    String from = " from " + names.group(1);
    List<Long> largest = ids("select max(" + column + ")" + from);
    if (largest.isEmpty()) {
      findings.find("ids", true, name + " is empty");
    } else if (largest.get(0) < 0) {
      findings.find("ids", false, name + " contains only negative ids, up to " + largest.get(0));
    } else {
      String where = "select " + column + from + " where " + column;
      String order = " order by " + column;
      compare(name, largest.get(0), ids(where + " >= ?" + order + limit(), next).size());
      if (!workers.isEmpty()) {
        compareWithWorkers(name, ids(where + " < ?" + order + " desc" + limit(), next));
      }
    }
  }

  private List<Long> ids(String query, Object... parameters) throws SQLException {
    List<Long> ids = new ArrayList<>();
    database.query(
        query,
        row -> {
          long id = row.getLong(1);
          if (!row.wasNull()) {
            ids.add(id);
          }
        },
        parameters);
    return ids;
  }

  /**
   * Returns the end of a query. The limit must be part of it; only then does the database read the
   * index and not the table.
   */
  private String limit() throws SQLException {
    return switch (database.product()) {
      case "MariaDB", "MySQL", "SQLite" -> " limit " + MAX_IDS;
      case "Microsoft SQL Server" -> " offset 0 rows fetch next " + MAX_IDS + " rows only";
      default -> " fetch first " + MAX_IDS + " rows only";
    };
  }

  private void compare(String name, long largest, int ahead) {
    boolean isPossible = largest <= layout.maxId(layout.lastInstant());
    Instant last = isPossible ? layout.decode(largest).time() : layout.lastInstant();
    findings.find(
        "largest id",
        ahead == 0,
        largest
            + " of "
            + name
            + (isPossible
                ? ", which this layout decodes to " + last
                : ", larger than any id of this layout"));
    findings.find(
        "collisions",
        ahead == 0,
        ahead == 0 ? "none: new ids are larger" : collisions(ahead, last, largest));
  }

  private String collisions(int ahead, Instant last, long largest) {
    String more = ahead < MAX_IDS ? "" : " or more";
    return String.format(
        Locale.ROOT,
        "%d%s ids are larger than the next new id; until %s, a new id collides with one of them"
            + " with probability %.3g%s; use a layout with an earlier epoch",
        ahead,
        more,
        last,
        ahead / ((double) largest - next + 1),
        more);
  }

  /**
   * Compares existing ids with the worker table. A table newer than the ids does not record what
   * was issued before.
   */
  private void compareWithWorkers(String name, List<Long> newest) {
    SortedSet<Integer> unknown = new TreeSet<>();
    SortedSet<Integer> later = new TreeSet<>();
    for (long id : newest) {
      if (id >= 0) {
        IdParts parts = layout.decode(id);
        WorkerInfo worker = workers.get(parts.worker());
        if (worker == null) {
          unknown.add(parts.worker());
        } else if (isLater(parts, worker)) {
          later.add(parts.worker());
        }
      }
    }
    if (!later.isEmpty()) {
      findings.find(
          "worker records",
          false,
          name
              + " contains ids of workers "
              + later
              + " that are later than their worker records, as after a restore; stop the generators"
              + " of the table, and start them when all clocks are past these ids");
    } else if (!unknown.isEmpty()) {
      findings.warn(
          "worker records",
          name
              + " contains ids of workers "
              + unknown
              + " that the table has never leased; restore the table, unless these ids come from"
              + " fixed workers, another source or another system");
    } else {
      findings.find(
          "worker records", true, name + " contains no ids that are later than the worker records");
    }
  }

  /**
   * Returns whether an id is later than its worker's last granted tick. Past ids and blocks are
   * compared with their lane, which must have been claimed. A worker reserved for PostgreSQL's
   * functions is skipped, because they record their ids elsewhere.
   */
  private boolean isLater(IdParts id, WorkerInfo worker) {
    if (worker.state() == WorkerInfo.State.RESERVED) {
      return false;
    }
    int lane = id.rollback() * layout.timelines() + id.timeline();
    boolean isPast = worker.state() == WorkerInfo.State.PAST;
    long granted = isPast ? worker.lastTicks().get(lane) : GrantedTime.lastTick(worker);
    long last = Math.min(granted, layout.lastTick());
    return last < 0 || id.time().isAfter(layout.epoch().plus(layout.tick().multipliedBy(last)));
  }
}
