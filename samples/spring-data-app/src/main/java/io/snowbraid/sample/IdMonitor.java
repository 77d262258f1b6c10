package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Checks each id that the load and the second process issue. Safe for use by any number of threads.
 */
@Component
class IdMonitor {

  static final int SHARDS = 1024;

  private final AdjustableClock clock;
  private final Layout layout;
  private final ReentrantLock lock = new ReentrantLock();
  private final UniquenessCheck uniqueness;
  private final IdHistory history;
  private final long[] shards = new long[SHARDS];
  private long ids;
  private @Nullable IdParts lastOwn;
  private OptionalLong lastOther = OptionalLong.empty();

  IdMonitor(AdjustableClock clock, Snowflake snowflake) {
    this.clock = clock;
    this.layout = snowflake.layout();
    this.uniqueness = new UniquenessCheck(layout);
    this.history = new IdHistory(layout.rollbacks() * layout.timelines());
  }

  /**
   * What has been seen so far.
   *
   * @param ids the number of ids
   * @param duplicates the number of ids that may have been issued before
   * @param lane the lane of this application's last id; empty if it has issued none
   * @param laneNumber the same as a number
   */
  record Totals(long ids, long duplicates, String lane, int laneNumber) {}

  /**
   * What was issued recently.
   *
   * @param window how many seconds the lists reach back
   * @param trueTimes the system's clock in each of the last seconds, in milliseconds since 1970
   * @param clock the application's clock at these times
   * @param own the number of ids that this application issued in each of these seconds
   * @param others the number of ids that the second process issued
   * @param lanes the lanes of this application that issued ids
   * @param shards the number of ids in each shard
   */
  record Snapshot(
      int window,
      List<Long> trueTimes,
      List<Long> clock,
      List<Long> own,
      List<Long> others,
      List<LaneTimes> lanes,
      List<Long> shards) {}

  /**
   * What a lane issued.
   *
   * @param times for each second, the time in its last id; -1 if it issued none
   */
  record LaneTimes(int lane, int rollback, int timeline, List<Long> times) {}

  /** Adds ids of this application, in the order in which they were issued. */
  void addOwn(long[] added) {
    add(added, true);
  }

  /** Adds ids of another process, in the order in which they were issued. */
  void addOthers(long[] added) {
    add(added, false);
  }

  private void add(long[] added, boolean own) {
    lock.lock();
    try {
      look();
      for (long id : added) {
        add(id, own);
      }
    } finally {
      lock.unlock();
    }
  }

  private void look() {
    Instant trueTime = clock.trueTime();
    history.look(trueTime, clock.setting().read(trueTime));
  }

  private void add(long id, boolean own) {
    IdParts parts = layout.decode(id);
    uniqueness.add(id, parts);
    shards[(int) (id % SHARDS)]++;
    ids++;
    if (own) {
      lastOwn = parts;
      history.addOwn(lane(parts), parts.time());
    } else {
      lastOther = OptionalLong.of(id);
      history.addOther();
    }
  }

  private int lane(IdParts parts) {
    return parts.rollback() * layout.timelines() + parts.timeline();
  }

  Totals totals() {
    lock.lock();
    try {
      IdParts last = lastOwn;
      String lane = last == null ? "" : Formats.lane(last.rollback(), last.timeline());
      return new Totals(ids, uniqueness.duplicates(), lane, last == null ? 0 : lane(last));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the last id of another process; empty if none was seen. */
  OptionalLong lastOther() {
    lock.lock();
    try {
      return lastOther;
    } finally {
      lock.unlock();
    }
  }

  Snapshot snapshot() {
    lock.lock();
    try {
      look();
      return new Snapshot(
          IdHistory.SECONDS,
          history.trueTimes(),
          history.clock(),
          history.ownCounts(),
          history.otherCounts(),
          Arrays.stream(history.usedLanes()).mapToObj(this::laneTimes).toList(),
          Arrays.stream(shards).boxed().toList());
    } finally {
      lock.unlock();
    }
  }

  private LaneTimes laneTimes(int lane) {
    return new LaneTimes(
        lane, lane / layout.timelines(), lane % layout.timelines(), history.laneTimes(lane));
  }
}
