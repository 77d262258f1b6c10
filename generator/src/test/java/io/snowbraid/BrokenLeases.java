package io.snowbraid;

import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/**
 * Leases and holders with one known fault each. A simulation that does not reject its broken lease
 * proves nothing.
 */
final class BrokenLeases {

  private BrokenLeases() {}

  /** Continues although another holder has the worker: no fence. */
  static final class AfterLoss extends ForwardingLease {

    AfterLoss(WorkerLease lease) {
      super(lease);
    }

    @Override
    public boolean extend(long[] lastTicks) {
      super.extend(lastTicks);
      return true;
    }
  }

  /** Records a grant only with the next one, after its first id. */
  static final class RecordedLate extends ForwardingLease {

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

  /** Starts from the beginning on a worker that others held before. */
  static final class Forgetful extends ForwardingLease {

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

  /** Is held only if its last write succeeded, as if only a write confirmed a record. */
  static final class HeldIfWritten extends ForwardingLease {

    private boolean isWritten = true;

    HeldIfWritten(WorkerLease lease) {
      super(lease);
    }

    @Override
    public boolean extend(long[] lastTicks) {
      isWritten = false;
      isWritten = super.extend(lastTicks);
      return isWritten;
    }

    @Override
    public Optional<Duration> recheckAfter() {
      return lease.recheckAfter();
    }

    @Override
    public boolean isHeld() {
      return isWritten && lease.isHeld();
    }
  }

  /** A steady clock that counts each wait for an event twice. */
  static final class CountedTwice implements MonotonicTime {

    private final MonotonicTime time;
    private long added;

    CountedTwice(MonotonicTime time) {
      this.time = time;
    }

    @Override
    public long nanoTime() {
      return time.nanoTime() + added;
    }

    @Override
    public void await(long nanos) {
      time.await(nanos);
    }

    @Override
    public boolean await(Event event, long nanos) throws InterruptedException {
      long begun = time.nanoTime();
      boolean hasHappened = time.await(event, nanos);
      added += time.nanoTime() - begun;
      return hasHappened;
    }
  }

  /** Decides whether a grant is needed. */
  private interface Limit {
    boolean isReached(long horizon, long now, long next);
  }

  /** A simple holder of leases, correct except for the rules that it is given. */
  private static final class Simple implements IdGenerator {

    private static final Layout LAYOUT = StoreSimulation.LAYOUT;
    private static final int LANES = LAYOUT.rollbacks() * LAYOUT.timelines();

    private final WorkerSource workers;
    private final TestClock clock;
    private final Limit limit;

    /** Chooses the tick that ids continue from: the recorded one or its own last one. */
    private final LongBinaryOperator start;

    private WorkerLease lease;
    private long horizon = -1;
    private long last = -1;
    private int sequence;

    Simple(WorkerSource workers, TestClock clock, Limit limit, LongBinaryOperator start) {
      this.workers = workers;
      this.clock = clock;
      this.limit = limit;
      this.start = start;
    }

    @Override
    public void nextIds(long[] target) {
      try {
        for (int i = 0; i < target.length; i++) {
          target[i] = nextId();
        }
      } catch (WorkerSourceException e) {
        throw new LeaseExpiredException("twin", e);
      }
    }

    @Override
    public long nextId() {
      long now = Duration.between(LAYOUT.epoch(), clock.instant()).dividedBy(LAYOUT.tick());
      sequence = (sequence + 1) % LAYOUT.sequences();
      long next = Math.max(now, sequence == 0 ? last + 1 : last);
      if (lease == null || limit.isReached(horizon, now, next)) {
        grant(now);
        next = Math.max(now, last + 1);
      }
      sequence = next == last ? sequence : 0;
      last = next;
      return LAYOUT.encode(last, 0, 0, lease.worker(), sequence, 0);
    }

    private void grant(long now) {
      while (lease == null || !extend(now)) {
        lease = workers.acquire(request(now));
        last = start.applyAsLong(lease.lastTicks()[0], last);
      }
    }

    private boolean extend(long now) {
      long[] ticks = lease.lastTicks();
      ticks[0] = Math.max(now, last + 1) + StoreSimulation.HORIZON.dividedBy(LAYOUT.tick());
      horizon = ticks[0];
      return lease.extend(ticks);
    }

    private static WorkerRequest request(long now) {
      Duration horizon = StoreSimulation.HORIZON;
      return new WorkerRequest(LAYOUT.toString(), LAYOUT.workers(), LANES, now, horizon, "host");
    }
  }

  /** Compares the clock with the horizon instead of the id's own tick. */
  static IdGenerator clockBound(WorkerSource workers, TestClock clock, ManualScheduler unused) {
    return new Simple(workers, clock, (horizon, now, next) -> now > horizon, Math::max);
  }

  /** Forgets its last tick when it loses its worker. */
  static IdGenerator startsAnew(WorkerSource workers, TestClock clock, ManualScheduler unused) {
    return new Simple(
        workers, clock, (horizon, now, next) -> next > horizon, (recorded, last) -> recorded);
  }
}
