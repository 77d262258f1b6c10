package io.snowbraid;

import io.snowbraid.LeaseState.Failure;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the grant of a generator ahead of its clock, in rounds: read the clock, plan, write, and
 * allow what was written; or go over to another worker. A round comes at each third of the horizon
 * and when a caller needs one.
 */
final class LeaseKeeper {

  private final Tenures tenures;
  private final Runs runs;
  private final Announcer announcer;
  private final LeaseLoop loop;
  private final LeaseRequests requests;
  private final LeaseState state;
  private final TickClock clock;
  private final Waiter steady;
  private final Duration third;
  private final WorkerChanges changes;
  private final LeapWitness witness = new LeapWitness();

  LeaseKeeper(
      Snowflake.Builder settings,
      Tenures tenures,
      Runs runs,
      Announcer announcer,
      LeaseLoop loop,
      LeaseRequests requests,
      LeaseState state,
      TickClock clock) {
    this.tenures = tenures;
    this.runs = runs;
    this.announcer = announcer;
    this.loop = loop;
    this.requests = requests;
    this.state = state;
    this.clock = clock;
    this.steady = settings.waiter;
    this.third = settings.horizon.dividedBy(3);
    this.changes = new WorkerChanges(settings, tenures, clock);
    loop.serve(this);
  }

  /** One round, in a thread of the background. */
  void renew() {
    CompletableFuture<Void> question = requests.take();
    boolean issued = false;
    Failure failure = state.failure();
    long begun = state.begin();
    try {
      if (!state.isFinal()) {
        issued = keepOrTake(begun);
        failure = null;
      }
    } catch (Throwable e) { // whatever the store throws, there must be another round
      failure = failed(e);
    }
    state.end(failure);
    scheduleNext(failure, issued);
    LeaseRequests.answer(question, failure);
  }

  /** Whether ids were issued since the round before. */
  private boolean keepOrTake(long begun) {
    announcer.jumped(runs.takeJump());
    Tenure held = loop.held();
    if (held == null || !keep(held)) {
      held = take();
    }
    return runs.confirm(held.lease().trust(), begun);
  }

  private Tenure take() {
    Tenure taken = tenures.take(0);
    loop.hold(taken);
    runs.follow(taken.lanes());
    if (!write(taken, runs.plan(taken.lanes()))) {
      throw new WorkerSourceException(
          "worker must be held until its first grant: another took worker=" + taken.worker());
    }
    return taken;
  }

  /** Whether the worker is still held. */
  private boolean keep(Tenure held) {
    boolean isOnlyLook =
        held.lease().trust().isPresent() && !state.wantsWrite && grantAge().compareTo(third) < 0;
    if (isOnlyLook) {
      return held.lease().isHeld() || lose(held);
    }
    GrantPlan plan = runs.plan(held.lanes());
    return changeIfBlocked(held, plan) || write(held, plan);
  }

  private Duration grantAge() {
    return state.grantAge().orElse(third);
  }

  private boolean write(Tenure held, GrantPlan planned) {
    state.wantsWrite = false;
    WorkerLease lease = held.lease();
    GrantPlan plan = planned;
    if (plan.leap() > 0 && lease.storeTime().isPresent()) {
      if (!lease.extend(runs.recorded(held.lanes()))) { // only to see the store's clock
        return lose(held);
      }
      judge(plan, lease);
      plan = runs.plan(held.lanes());
    }
    if (!lease.extend(plan.ticks())) {
      return lose(held);
    }
    granted(held, plan);
    return true;
  }

  private void judge(GrantPlan plan, WorkerLease lease) {
    if (witness.denies(lease.storeTime(), clock.now())) {
      runs.doubt();
      announcer.doubted(plan.leap());
    }
  }

  private void granted(Tenure held, GrantPlan plan) {
    runs.grant(held.lanes(), plan.ticks());
    runs.enter(held.worker(), held.lanes());
    state.granted(held.lease().warnings());
    if (!runs.isDoubting()) {
      witness.agree(held.lease().storeTime(), clock.now());
    }
  }

  /** Issues nothing more under a worker that another holds, before anything else happens. */
  private boolean lose(Tenure held) {
    leave(held);
    announcer.lost(held.worker());
    return false;
  }

  private void leave(Tenure held) {
    long[] unused = runs.withdraw(held.lanes());
    loop.hold(null);
    held.forget().run();
  }

  /** Takes a worker that can issue now, if this one cannot for long. */
  private boolean changeIfBlocked(Tenure held, GrantPlan plan) {
    Tenure better = changes.better(plan.blocked(), steady.nanoTime());
    if (better == null) {
      return false;
    }
    GrantPlan first = runs.plan(better.lanes());
    if (!WorkerChanges.isGranted(better, first.ticks())) {
      return false;
    }
    long[] lastTicks = runs.withdraw(held.lanes());
    loop.hold(better);
    granted(better, first);
    announcer.changed(held.worker(), better.worker());
    LeaseLoop.release(held, lastTicks);
    return true;
  }

  private Failure failed(Throwable e) {
    boolean isFinal = e instanceof WorkerRecordLostException;
    Tenure held = loop.held();
    if (isFinal && held != null) {
      leave(held);
    }
    RuntimeException cause =
        e instanceof RuntimeException exception
            ? exception
            : new WorkerSourceException("store of workers failed: " + e, e);
    announcer.failed(cause, state.failure() == null && state.isGranted(), tenures);
    return new Failure(cause, steady.nanoTime(), isFinal);
  }

  private void scheduleNext(@Nullable Failure failure, boolean issued) {
    if (failure == null) {
      loop.requestAfter(untilNext(issued));
    } else if (!failure.isFinal()) {
      loop.requestAfter(third.dividedBy(4));
    }
  }

  private Duration untilNext(boolean issued) {
    Duration rest = third.minus(grantAge());
    Optional<Duration> look =
        Optional.ofNullable(loop.held())
            .flatMap(held -> held.lease().trust())
            .filter(trust -> issued)
            .map(trust -> trust.dividedBy(2));
    Duration next = look.filter(soon -> soon.compareTo(rest) < 0).orElse(rest);
    return next.compareTo(LeaseRequests.PAUSE) < 0 ? LeaseRequests.PAUSE : next;
  }
}
