package io.snowbraid;

import io.snowbraid.worker.WorkerClaim;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Arrays;

/** Holders with a known fault each. A story that does not reject its twin proves nothing. */
final class LeaseTwins {

  private LeaseTwins() {}

  private abstract static class Twin implements WorkerLease {

    final WorkerLease lease;

    Twin(WorkerLease lease) {
      this.lease = lease;
    }

    @Override
    public int worker() {
      return lease.worker();
    }

    @Override
    public long[] lastTicks() {
      return lease.lastTicks();
    }

    @Override
    public boolean extend(long[] lastTicks) {
      return lease.extend(lastTicks);
    }

    @Override
    public void release(long[] lastTicks) {
      lease.release(lastTicks);
    }
  }

  /** Goes on though another has the worker: no fence. */
  static final class AfterLoss extends Twin {

    AfterLoss(WorkerLease lease) {
      super(lease);
    }

    @Override
    public boolean extend(long[] lastTicks) {
      boolean unused = super.extend(lastTicks);
      return true;
    }
  }

  /** Records a grant only when the next one comes: after its first id. */
  static final class RecordedLate extends Twin {

    private long[] pending;

    RecordedLate(WorkerLease lease) {
      super(lease);
      pending = lease.lastTicks();
    }

    @Override
    public boolean extend(long[] lastTicks) {
      long[] late = pending;
      pending = lastTicks;
      return super.extend(late);
    }
  }

  /** Starts anew on a worker that others held before. */
  static final class Forgetful extends Twin {

    Forgetful(WorkerLease lease) {
      super(lease);
    }

    @Override
    public long[] lastTicks() {
      long[] none = super.lastTicks();
      Arrays.fill(none, -1);
      return none;
    }
  }

  /** A simple holder of leases, right but for what its subclasses do. */
  private abstract static class Simple implements IdGenerator {

    private static final Layout LAYOUT = StoreStory.LAYOUT;
    private static final int LANES = LAYOUT.rollbacks() * LAYOUT.timelines();

    private final WorkerSource workers;
    private final TickClock clock;
    private WorkerLease lease;
    private long horizon = -1;
    private long last = -1;
    private int sequence;

    Simple(WorkerSource workers, TestClock clock) {
      this.workers = workers;
      this.clock = new TickClock(clock, LAYOUT);
    }

    /** Whether a grant is needed. */
    abstract boolean isReached(long horizon, long now, long next);

    /** Where ids go on under another worker. */
    abstract long first(long recorded, long last);

    @Override
    public void nextIds(long[] target) {
      try {
        for (int i = 0; i < target.length; i++) {
          target[i] = nextId();
        }
      } catch (WorkerSourceException e) {
        throw new LeaseLostException("twin", e);
      }
    }

    @Override
    public long nextId() {
      long now = clock.read();
      sequence = (sequence + 1) % LAYOUT.sequences();
      long next = Math.max(now, sequence == 0 ? last + 1 : last);
      if (lease == null || isReached(horizon, now, next)) {
        grant(now);
        next = Math.max(now, last + 1);
      }
      sequence = next == last ? sequence : 0;
      last = next;
      return LAYOUT.encode(last, 0, 0, lease.worker(), sequence, 0);
    }

    private void grant(long now) {
      while (lease == null || !extend(now)) {
        lease = workers.acquire(claim(now));
        last = first(lease.lastTicks()[0], last);
      }
    }

    private boolean extend(long now) {
      long[] ticks = lease.lastTicks();
      ticks[0] = Math.max(now, last + 1) + clock.wholeTicks(StoreStory.HORIZON);
      horizon = ticks[0];
      return lease.extend(ticks);
    }

    private static WorkerClaim claim(long now) {
      Duration horizon = StoreStory.HORIZON;
      return new WorkerClaim(LAYOUT.toString(), LAYOUT.workers(), LANES, now, horizon, "host");
    }
  }

  /** Compares the clock with the horizon instead of the id's own tick. */
  static final class ClockBound extends Simple {

    ClockBound(WorkerSource workers, TestClock clock, ManualScheduler scheduler) {
      super(workers, clock);
    }

    @Override
    boolean isReached(long horizon, long now, long next) {
      return now > horizon;
    }

    @Override
    long first(long recorded, long last) {
      return Math.max(recorded, last);
    }
  }

  /** Forgets with its worker how far its ids were. */
  static final class StartsAnew extends Simple {

    StartsAnew(WorkerSource workers, TestClock clock, ManualScheduler scheduler) {
      super(workers, clock);
    }

    @Override
    boolean isReached(long horizon, long now, long next) {
      return next > horizon;
    }

    @Override
    long first(long recorded, long last) {
      return recorded;
    }
  }
}
