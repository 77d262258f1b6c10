package io.snowbraid.engine;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.ProcessLocalLease;
import io.snowbraid.internal.ProcessWorkerRegistry;
import io.snowbraid.lane.LaneTable;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Acquires workers for one generator. */
final class WorkerAcquirer {

  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private final WorkerSource source;
  private final Layout layout;
  private final int lanes;
  private final TickClock clock;
  private final Duration horizon;
  private final String owner;
  private final boolean switches;
  private final ClockComparison clocks;

  WorkerAcquirer(GeneratorConfig config, TickClock clock) {
    this.source = config.workers();
    this.layout = config.layout();
    this.lanes = layout.rollbacks() * layout.timelines();
    this.clock = clock;
    this.horizon = config.horizon();
    this.owner = Objects.requireNonNullElseGet(config.owner(), OwnerName::name);
    this.switches = config.switchesTimelines();
    this.clocks = new ClockComparison(layout, config.maxClockOffset());
  }

  /**
   * Acquires a worker, without a grant.
   *
   * @param spare how many other workers must stay free
   * @throws WorkerSourceException if no worker is available, or if the clock differs too much from
   *     the store clock
   */
  HeldWorker acquire(int spare) {
    Set<Integer> fixed = ProcessWorkerRegistry.fixedNumbers(layout.toString());
    WorkerLease lease = source.acquire(request(spare, fixed));
    try {
      int worker = lease.worker();
      long[] ticks = lease.lastTicks();
      Optional<Duration> checkInterval = lease.recheckAfter();
      requireValid(worker, ticks, checkInterval);
      clocks.check(lease, worker, clock.now());
      LaneTable table = new LaneTable(usedLanes(), switches ? layout.timelines() : 1, ticks);
      Runnable unregister = lease instanceof ProcessLocalLease ? () -> {} : register(worker, fixed);
      return new HeldWorker(worker, lease, table, checkInterval, unregister);
    } catch (Throwable e) { // the worker must not stay held
      release(lease, e);
      throw e;
    }
  }

  /**
   * Rejects values that the layout cannot hold. They are not checked again when an id is issued.
   */
  private void requireValid(int worker, long[] ticks, Optional<Duration> checkInterval) {
    if (worker < 0 || worker >= layout.workers()) {
      throw new WorkerSourceException(
          Arguments.outside("leased worker", worker, 0, layout.workers() - 1)
              + " (source "
              + Log.text(source)
              + ")");
    }
    if (ticks.length != lanes || Arrays.stream(ticks).anyMatch(tick -> tick < -1)) {
      throw new WorkerSourceException(
          "lease must have one tick of at least -1 for each of "
              + lanes
              + " lanes, but has "
              + Arrays.toString(ticks)
              + " (source "
              + Log.text(source)
              + ")");
    }
    if (checkInterval == null) { // from foreign code
      throw new WorkerSourceException(
          "recheckAfter of a lease must not be null (source " + Log.text(source) + ")");
    }
  }

  private static void release(WorkerLease lease, Throwable reason) {
    try {
      lease.release(lease.lastTicks());
    } catch (Throwable e) { // the reason matters more to the caller
      if (e != reason) {
        reason.addSuppressed(e);
      }
    }
  }

  private WorkerRequest request(int spare, Set<Integer> excluded) {
    long tick = clock.read();
    return new WorkerRequest(
        layout.toString(),
        layout.workers(),
        lanes,
        usedLanes(),
        tick,
        horizon,
        owner,
        spare,
        excluded);
  }

  private int usedLanes() {
    return switches ? lanes : 1;
  }

  /**
   * Registers the worker in this process, and checks that no other generator of the process uses it
   * as a fixed worker. Fixed workers belong to no namespace.
   */
  private Runnable register(int worker, Set<Integer> excluded) {
    String name = layout.toString();
    String space = name + " " + source.namespace();
    boolean isAlone = source.isForTests();
    Optional<String> sibling =
        isAlone ? Optional.empty() : ProcessWorkerRegistry.lessor(space, worker);
    Runnable inProcess = ProcessWorkerRegistry.addLeased(name, worker, Log.text(source));
    Runnable inSpace =
        isAlone ? () -> {} : ProcessWorkerRegistry.addLeased(space, worker, Log.text(source));
    Runnable unregister =
        () -> {
          inProcess.run();
          inSpace.run();
        };
    if (excluded.contains(worker) || ProcessWorkerRegistry.fixedNumbers(name).contains(worker)) {
      unregister.run();
      throw new WorkerSourceException(
          "worker "
              + worker
              + " was leased from "
              + Log.text(source)
              + ", but another open generator in this process uses it as a fixed worker; lease all"
              + " workers, or use fixed workers only");
    }
    sibling.ifPresent(other -> warnOfSibling(other, worker));
    return unregister;
  }

  /** Warns that two unrelated stores leased the same worker to this process. */
  private void warnOfSibling(String other, int worker) {
    if (WARNED.compareAndSet(false, true)) {
      Log.warn(
          "worker {0} is held by two generators of this process, leased from {1} and from {2}:"
              + " their ids may collide if rows are ever combined. To prevent this, lease both from"
              + " one worker table, or give each a share of the workers: withWorkers(\"0-63\"), or"
              + " snowbraid.workers=0-63",
          worker, other, Log.text(source));
    }
  }
}
