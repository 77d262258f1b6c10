package io.snowbraid.cli;

import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the ids of a column with new ids and with the worker table. */
final class IdsCheck {

  private final Layout layout;
  private final Map<Integer, WorkerInfo> workers;
  private final Instant now;
  private final Findings findings;

  /**
   * Creates a check.
   *
   * @param workers the rows of the worker table; empty if it is new
   */
  IdsCheck(Layout layout, List<WorkerInfo> workers, Instant now, Findings findings) {
    this.layout = layout;
    this.workers =
        workers.stream().collect(Collectors.toMap(WorkerInfo::worker, Function.identity()));
    this.now = now;
    this.findings = findings;
  }

  void run(String name, IdColumnStats column) throws SQLException {
    long largest = column.largest().orElse(Long.MIN_VALUE);
    if (largest == Long.MIN_VALUE) {
      findings.find("ids", true, name + " is empty");
    } else if (largest < 0) {
      findings.find("ids", false, name + " contains only negative ids, up to " + largest);
    } else {
      compare(name, column, largest);
    }
  }

  private void compare(String name, IdColumnStats column, long largest) throws SQLException {
    long next = layout.minId(now);
    List<Long> ahead = column.from(next);
    String where = largest + " of " + name;
    findings.find(
        "largest id",
        ahead.isEmpty(),
        isPossible(largest)
            ? where + ", which this layout decodes to " + layout.decode(largest).time()
            : where + ", larger than any id of this layout");
    findings.find(
        "collisions",
        ahead.isEmpty(),
        ahead.isEmpty() ? "none: new ids are larger" : collisions(ahead.size(), next, largest));
    if (!workers.isEmpty()) {
      compareWithWorkers(name, column.before(next));
    }
  }

  private boolean isPossible(long id) {
    return id <= layout.maxId(layout.lastInstant());
  }

  private String collisions(int ahead, long next, long largest) {
    boolean isAll = ahead < IdColumnStats.MAX_IDS;
    Instant last = isPossible(largest) ? layout.decode(largest).time() : layout.lastInstant();
    return String.format(
        Locale.ROOT,
        "%d%s ids are larger than the next new id; until %s, a new id collides with one of them"
            + " with probability %.3g%s; use a layout with an earlier epoch",
        ahead,
        isAll ? "" : " or more",
        last,
        ahead / ((double) largest - next + 1),
        isAll ? "" : " or more");
  }

  /**
   * Compares existing ids with the worker table. A table that is younger than the ids does not
   * record what was issued before.
   */
  private void compareWithWorkers(String name, List<Long> newest) {
    SortedSet<Integer> unknown = new TreeSet<>();
    SortedSet<Integer> later = new TreeSet<>();
    for (long id : newest) {
      if (id >= 0) {
        compareWithWorker(layout.decode(id), unknown, later);
      }
    }
    if (!later.isEmpty()) {
      findings.find(
          "worker records",
          false,
          name
              + " contains ids of workers "
              + later
              + " that are later than the table's records of them: was the table restored or"
              + " recreated? stop its generators, and start them again when all clocks are past"
              + " these ids");
    } else if (!unknown.isEmpty()) {
      findings.warn(
          "worker records",
          name
              + " contains ids of workers "
              + unknown
              + " that the table has never leased: unless they come from fixed numbers, another"
              + " source or another system, the table is newer than the ids; restore it");
    } else {
      findings.find(
          "worker records",
          true,
          name + " contains no ids that are later than the table's records");
    }
  }

  /**
   * Skips a worker that is reserved for PostgreSQL's functions, which record elsewhere what they
   * issue. Ticks for ids of the past and for blocks must have been claimed.
   */
  private void compareWithWorker(IdParts id, SortedSet<Integer> unknown, SortedSet<Integer> later) {
    WorkerInfo worker = workers.get(id.worker());
    if (worker == null) {
      unknown.add(id.worker());
    } else if (worker.state() == WorkerInfo.State.PAST
        ? !isClaimed(id, worker)
        : isLater(id, worker)) {
      later.add(id.worker());
    }
  }

  private boolean isClaimed(IdParts id, WorkerInfo worker) {
    int lane = id.rollback() * layout.timelines() + id.timeline();
    long last = Math.min(worker.lastTicks().get(lane), layout.lastTick());
    return last >= 0 && !isAfter(id, last);
  }

  /** Tells whether an id is later than a worker's last granted tick. */
  private boolean isLater(IdParts id, WorkerInfo worker) {
    if (worker.state() == WorkerInfo.State.RESERVED) {
      return false;
    }
    long last = Math.min(GrantedTime.lastTick(worker), layout.lastTick());
    return last < 0 || isAfter(id, last);
  }

  private boolean isAfter(IdParts id, long tick) {
    return id.time().isAfter(layout.epoch().plus(layout.tick().multipliedBy(tick)));
  }
}
