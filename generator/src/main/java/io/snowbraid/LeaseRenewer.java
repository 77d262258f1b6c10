package io.snowbraid;

import io.snowbraid.LeaseState.Failure;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the grant of a generator ahead of its clock, in rounds. A round reads the clock, plans,
 * writes the plan and allows what was written; or it changes the worker. Rounds come at each third
 * of the horizon and when a caller needs one.
 */
final class LeaseRenewer {

  private final WorkerAcquirer acquirer;
  private final LaneAllocator allocator;
  private final EventPublisher events;
  private final RenewalLoop loop;
  private final GrantRequests requests;
  private final LeaseState state;
  private final TickClock clock;
  private final MonotonicTime monotonic;
  private final Duration renewInterval;
  private final WorkerChangePolicy changes;
  private final ForwardJumpCheck jumpCheck = new ForwardJumpCheck();

  LeaseRenewer(
      GeneratorConfig config,
      WorkerAcquirer acquirer,
      LaneAllocator allocator,
      EventPublisher events,
      RenewalLoop loop,
      GrantRequests requests,
      LeaseState state,
      TickClock clock) {
    this.acquirer = acquirer;
    this.allocator = allocator;
    this.events = events;
    this.loop = loop;
    this.requests = requests;
    this.state = state;
    this.clock = clock;
    this.monotonic = config.monotonicTime();
    this.renewInterval = config.horizon().dividedBy(3);
    this.changes = new WorkerChangePolicy(config, acquirer, clock);
    loop.serve(this);
  }

  /** Runs one round, in a background thread. */
  void renew() {
    CompletableFuture<Void> request = requests.takePending();
    boolean issued = false;
    Failure failure = state.failure();
    long begun = state.begin();
    try {
      if (!state.isFinal()) {
        issued = keepOrAcquire(begun);
        failure = null;
      }
    } catch (Throwable e) { // there must be another round, whatever the store throws
      failure = failed(e);
    }
    state.end(failure);
    scheduleNext(failure, issued);
    GrantRequests.complete(request, failure);
  }

  /**
   * Extends the grant or acquires a worker. Returns whether ids were issued since the previous
   * round.
   */
  private boolean keepOrAcquire(long begun) {
    events.jumped(allocator.takeJump());
    HeldWorker held = loop.held();
    if (held == null || !keep(held)) {
      held = acquire();
    }
    return allocator.confirm(held.lease().recheckAfter(), begun);
  }

  private HeldWorker acquire() {
    HeldWorker acquired = acquirer.take(0);
    loop.hold(acquired);
    allocator.carryOver(acquired.lanes());
    if (!write(acquired, allocator.plan(acquired.lanes()))) {
      throw new WorkerSourceException(
          "worker was taken by another holder before its first grant: worker=" + acquired.worker());
    }
    return acquired;
  }

  /** Checks the record or extends the grant. Returns whether a worker is still held. */
  private boolean keep(HeldWorker held) {
    boolean isOnlyLook =
        held.lease().recheckAfter().isPresent()
            && !state.wantsWrite
            && grantAge().compareTo(renewInterval) < 0;
    if (isOnlyLook) {
      return held.lease().isHeld() || lose(held);
    }
    GrantPlan plan = allocator.plan(held.lanes());
    return changeWorkerIfBlocked(held, plan) || write(held, plan);
  }

  private Duration grantAge() {
    return state.grantAge().orElse(renewInterval);
  }

  private boolean write(HeldWorker held, GrantPlan planned) {
    state.wantsWrite = false;
    WorkerLease lease = held.lease();
    GrantPlan plan = planned;
    if (plan.forwardJump() > 0 && lease.storeTime().isPresent()) {
      if (!lease.extend(allocator.recorded(held.lanes()))) { // only to see the store's clock
        return lose(held);
      }
      checkForwardJump(plan, lease);
      plan = allocator.plan(held.lanes());
    }
    if (!lease.extend(plan.ticks())) {
      return lose(held);
    }
    granted(held, plan);
    return true;
  }

  private void checkForwardJump(GrantPlan plan, WorkerLease lease) {
    if (jumpCheck.denies(lease.storeTime(), clock.now())) {
      allocator.doubt();
      events.doubted(plan.forwardJump());
    }
  }

  private void granted(HeldWorker held, GrantPlan plan) {
    allocator.grant(held.lanes(), plan.ticks());
    allocator.enter(held.worker(), held.lanes());
    state.granted(held.lease().warnings());
    if (!allocator.isDoubting()) {
      jumpCheck.agree(held.lease().storeTime(), clock.now());
    }
  }

  /** Stops issuing under a worker that another holder has taken, before anything else happens. */
  private boolean lose(HeldWorker held) {
    leave(held);
    events.lost(held.worker());
    return false;
  }

  private void leave(HeldWorker held) {
    long[] unused = allocator.revoke(held.lanes());
    loop.hold(null);
    held.forget().run();
  }

  /** Takes another worker that can issue now, if this one cannot for a long time. */
  private boolean changeWorkerIfBlocked(HeldWorker held, GrantPlan plan) {
    HeldWorker better = changes.better(plan.blocked(), monotonic.nanoTime());
    if (better == null) {
      return false;
    }
    GrantPlan first = allocator.plan(better.lanes());
    if (!WorkerChangePolicy.isGranted(better, first.ticks())) {
      return false;
    }
    long[] lastTicks = allocator.revoke(held.lanes());
    loop.hold(better);
    granted(better, first);
    events.changed(held.worker(), better.worker());
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
            : new WorkerSourceException("worker store failed: " + e, e);
    events.failed(cause, state.failure() == null && state.isGranted(), isFinal, acquirer);
    return new Failure(cause, monotonic.nanoTime(), isFinal);
  }

  private void scheduleNext(@Nullable Failure failure, boolean issued) {
    if (failure == null) {
      loop.requestAfter(untilNext(issued));
    } else if (!failure.isFinal()) {
      loop.requestAfter(renewInterval.dividedBy(4));
    }
  }

  private Duration untilNext(boolean issued) {
    Duration rest = renewInterval.minus(grantAge());
    Optional<Duration> look =
        Optional.ofNullable(loop.held())
            .flatMap(held -> held.lease().recheckAfter())
            .filter(interval -> issued)
            .map(interval -> interval.dividedBy(2));
    Duration next = look.filter(soon -> soon.compareTo(rest) < 0).orElse(rest);
    return next.compareTo(GrantRequests.PAUSE) < 0 ? GrantRequests.PAUSE : next;
  }
}
