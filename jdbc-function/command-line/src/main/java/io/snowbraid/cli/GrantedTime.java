package io.snowbraid.cli;

import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Determines from worker records until when ids were granted. */
final class GrantedTime {

  private final String place;

  /**
   * Creates a reader of worker records.
   *
   * @param place their table and namespace, for messages
   */
  GrantedTime(String place) {
    this.place = place;
  }

  /** Returns the layout of a worker's ids. */
  Layout layout(WorkerInfo worker) {
    try {
      return Layout.parse(worker.layout());
    } catch (IllegalArgumentException e) {
      throw damaged(worker, "layout", worker.layout());
    }
  }

  /** Returns the last tick on which a worker may have issued an id; -1 if there is none. */
  static long lastTick(WorkerInfo worker) {
    return worker.lastTicks().stream().mapToLong(Long::longValue).max().orElse(-1);
  }

  /**
   * Returns the time of the last tick, or a hyphen if there is none, as for a worker whose lanes
   * are claimed.
   */
  String until(WorkerInfo worker) {
    long last = lastTick(worker);
    boolean isNone = last < 0 || worker.state() == WorkerInfo.State.PAST;
    return isNone ? "-" : time(worker, layout(worker), last).toString();
  }

  /**
   * Estimates how far the clock of the process that holds the worker is ahead of the store clock;
   * empty without a current grant.
   */
  Optional<Duration> clockOffset(WorkerInfo worker) {
    Layout layout = layout(worker);
    return worker.clockOffset(layout.epoch(), layout.tick());
  }

  private Instant time(WorkerInfo worker, Layout layout, long tick) {
    if (tick > layout.lastTick()) {
      throw damaged(worker, "last_ticks", Long.toString(tick));
    }
    return layout.epoch().plus(layout.tick().multipliedBy(tick));
  }

  private WorkerSourceException damaged(WorkerInfo worker, String column, String value) {
    return new WorkerSourceException(
        "worker record is damaged ("
            + place
            + ", worker="
            + worker.worker()
            + "): "
            + column
            + " is "
            + value
            + "; restore the record");
  }
}
