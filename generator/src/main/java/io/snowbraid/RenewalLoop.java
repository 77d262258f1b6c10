package io.snowbraid;

import io.snowbraid.internal.ContextClassLoader;
import io.snowbraid.internal.Durations;
import io.snowbraid.worker.WorkerSource;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What goes on in the background for one generator: rounds of its {@link LeaseRenewer}, one at a
 * time, and at the end the return of the worker.
 *
 * <p>A generator that nobody uses any more is noticed by its Cleaner, which reaches this object. So
 * nothing here may reach the generator or its listeners.
 */
final class RenewalLoop {

  private final WorkerSource workers;
  private final Scheduler scheduler;
  private final Lifecycle lifecycle;
  private final LaneAllocator allocator;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile WeakReference<LeaseRenewer> renewer = new WeakReference<>(null);
  private volatile CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

  /** Confined to rounds. */
  private @Nullable HeldWorker held;

  private @Nullable Future<?> next;

  RenewalLoop(
      WorkerSource workers, Scheduler scheduler, LaneAllocator allocator, Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    this.workers = workers;
    this.scheduler = scheduler;
    this.allocator = allocator;
  }

  void serve(LeaseRenewer served) {
    renewer = new WeakReference<>(served);
  }

  /** Wants a round that begins after this call. */
  void request() {
    if (requests.getAndIncrement() == 0) {
      Future<?> unused = scheduler.schedule(this::run, Duration.ZERO);
    }
  }

  private void run() {
    ContextClassLoader.run(workers, this::rounds);
  }

  private void rounds() {
    int seen;
    do {
      seen = requests.get();
      round();
    } while (requests.addAndGet(-seen) != 0);
  }

  private void round() {
    LeaseRenewer served = renewer.get();
    if (lifecycle.isActive() && served != null) {
      served.renew();
    }
    if (!lifecycle.isActive()) { // perhaps only since a moment ago
      giveBack();
    }
  }

  /** The worker that is held; to be called in a round. */
  @Nullable HeldWorker held() {
    return held;
  }

  /** Holds another worker, or none; to be called in a round. */
  void hold(@Nullable HeldWorker heldWorker) {
    held = heldWorker;
  }

  /** Wants a round after a while, and none before that; to be called in a round. */
  void requestAfter(Duration delay) {
    cancelNext();
    next = scheduler.schedule(this::request, delay);
  }

  private void cancelNext() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }

  /** Gives the worker back after the round that is under way, and ends the rounds. */
  void stop() {
    lifecycle.suspend();
    request();
  }

  /** Completes when the worker was given back. */
  Future<?> stopped() {
    return stopped;
  }

  /** Begins with rounds again. */
  void resume() {
    stopped = new CompletableFuture<>();
    lifecycle.resume();
    request();
  }

  private void giveBack() {
    cancelNext();
    HeldWorker last = held;
    held = null;
    if (last != null) {
      release(last, allocator.revoke(last.lanes()));
    }
    boolean unused = stopped.complete(null);
  }

  /** Gives a worker back; if the store fails, the worker expires by itself. */
  static void release(HeldWorker heldWorker, long[] lastTicks) {
    try {
      heldWorker.release(lastTicks);
    } catch (Throwable e) { // the worker is not used any more, whatever the store says
      Log.warnNow(
          "worker "
              + heldWorker.worker()
              + " was not given back, it expires by itself within "
              + Durations.text(heldWorker.horizon()),
          e);
    }
  }
}
