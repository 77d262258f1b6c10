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
final class LeaseRenewer {

  private final WorkerAcquirer tenures;
  private final LaneAllocator runs;
  private final EventPublisher announcer;
  private final RenewalLoop loop;
  private final GrantRequests requests;
  private final LeaseState state;
  private final TickClock clock;
  private final MonotonicTime steady;
  private final Duration third;
  private final WorkerChangePolicy changes;
  private final ForwardJumpCheck witness = new ForwardJumpCheck();

  LeaseRenewer(
      Snowflake.Builder settings,
      WorkerAcquirer tenures,
      LaneAllocator runs,
      EventPublisher announcer,
      RenewalLoop loop,
      GrantRequests requests,
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
    this.changes = new WorkerChangePolicy(settings, tenures, clock);
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
    GrantRequests.answer(question, failure);
  }

  /** Whether ids were issued since the round before. */
  private boolean keepOrTake(long begun) {
    announcer.jumped(runs.takeJump());
    HeldWorker held = loop.held();
    if (held == null || !keep(held)) {
      held = take();
    }
    return runs.confirm(held.lease().trust(), begun);
  }

  private HeldWorker take() {
    HeldWorker taken = tenures.take(0);
    loop.hold(taken);
    runs.follow(taken.lanes());
    if (!write(taken, runs.plan(taken.lanes()))) {
      throw new WorkerSourceException(
          "worker must be held until its first grant: another took worker=" + taken.worker());
    }
    return taken;
  }

  /** Whether the worker is still held. */
  private boolean keep(HeldWorker held) {
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

  private boolean write(HeldWorker held, GrantPlan planned) {
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

  private void granted(HeldWorker held, GrantPlan plan) {
    runs.grant(held.lanes(), plan.ticks());
    runs.enter(held.worker(), held.lanes());
    state.granted(held.lease().warnings());
    if (!runs.isDoubting()) {
      witness.agree(held.lease().storeTime(), clock.now());
    }
  }

  /** Issues nothing more under a worker that another holds, before anything else happens. */
  private boolean lose(HeldWorker held) {
    leave(held);
    announcer.lost(held.worker());
    return false;
  }

  private void leave(HeldWorker held) {
    long[] unused = runs.withdraw(held.lanes());
    loop.hold(null);
    held.forget().run();
  }

  /** Takes a worker that can issue now, if this one cannot for long. */
  private boolean changeIfBlocked(HeldWorker held, GrantPlan plan) {
    HeldWorker better = changes.better(plan.blocked(), steady.nanoTime());
    if (better == null) {
      return false;
    }
    GrantPlan first = runs.plan(better.lanes());
    if (!WorkerChangePolicy.isGranted(better, first.ticks())) {
      return false;
    }
    long[] lastTicks = runs.withdraw(held.lanes());
    loop.hold(better);
    granted(better, first);
    announcer.changed(held.worker(), better.worker());
    RenewalLoop.release(held, lastTicks);
    return true;
  }

  private Failure failed(Throwable e) {
    boolean isFinal = e instanceof WorkerRecordLostException;
    HeldWorker held = loop.held();
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
    return next.compareTo(GrantRequests.PAUSE) < 0 ? GrantRequests.PAUSE : next;
  }
}
