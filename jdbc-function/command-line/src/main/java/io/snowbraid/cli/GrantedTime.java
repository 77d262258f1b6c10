package io.snowbraid.cli;

import io.snowbraid.Layout;
import io.snowbraid.jdbc.WorkerInfo;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;

/** What rows of workers say about the time that was granted. */
final class GrantedTime {

  private final String place;

  /**
   * Reads rows.
   *
   * @param place which table and namespace they are in, for people
   */
  GrantedTime(String place) {
    this.place = place;
  }

  /** The layout of the ids of a worker. */
  Layout layout(WorkerInfo worker) {
    try {
      return Layout.parse(worker.layout());
    } catch (IllegalArgumentException e) {
      throw damaged(worker, "layout", worker.layout());
    }
  }

  /** The last tick on which a worker may have issued an id, -1 if there is none. */
  static long lastTick(WorkerInfo worker) {
    return worker.lastTicks().stream().mapToLong(Long::longValue).max().orElse(-1);
  }

  /** The time of that tick, or a hyphen. */
  String until(WorkerInfo worker) {
    long last = lastTick(worker);
    return last < 0 ? "-" : time(worker, layout(worker), last).toString();
  }

  private Instant time(WorkerInfo worker, Layout layout, long tick) {
    if (tick > layout.lastTick()) {
      throw damaged(worker, "last_ticks", Long.toString(tick));
    }
    return layout.epoch().plus(layout.tick().multipliedBy(tick));
  }

  private WorkerSourceException damaged(WorkerInfo worker, String column, String value) {
    return new WorkerSourceException(
        "row of the table of workers is damaged: "
            + place
            + ", worker="
            + worker.worker()
            + ", column="
            + column
            + ", value="
            + value
            + "; restore what was written there, or take another namespace");
  }
}
