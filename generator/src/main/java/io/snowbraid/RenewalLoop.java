package io.snowbraid;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.worker.WorkerSource;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs the background work of one generator: rounds of its {@link LeaseRenewer}, one at a time, and
 * at the end the return of the worker.
 *
 * <p>The Cleaner of a generator reaches this object. So nothing here may reach the generator or its
 * listeners, or they could never be collected.
 */
final class RenewalLoop implements Rounds.Work {

  private final Lifecycle lifecycle;
  private final LaneAllocator allocator;
  private final Rounds rounds;
  private volatile WeakReference<LeaseRenewer> renewer = new WeakReference<>(null);
  private volatile CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

  /** Used only in rounds. */
  private @Nullable HeldWorker held;

  RenewalLoop(
      WorkerSource workers, Scheduler scheduler, LaneAllocator allocator, Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    this.rounds = new Rounds(workers, scheduler, this);
    this.allocator = allocator;
  }

  void serve(LeaseRenewer served) {
    renewer = new WeakReference<>(served);
  }

  /** Requests a round that begins after this call. */
  void request() {
    rounds.request();
  }

  @Override
  public void round() {
    LeaseRenewer served = renewer.get();
    if (lifecycle.isActive() && served != null) {
      served.renew();
    }
    if (!lifecycle.isActive()) { // it may have been stopped a moment ago
      giveBack();
    }
  }

  /** Returns the held worker. Called only in a round. */
  @Nullable HeldWorker held() {
    return held;
  }

  /** Sets the held worker, or null for none. Called only in a round. */
  void hold(@Nullable HeldWorker heldWorker) {
    held = heldWorker;
  }

  /** Requests a round after a delay, and cancels an earlier one. Called only in a round. */
  void requestAfter(Duration delay) {
    rounds.requestAfter(delay);
  }

  /** Releases the worker after the round that is under way, and stops the rounds. */
  void stop() {
    lifecycle.suspend();
    request();
  }

  /** Returns a future that completes when the worker has been released. */
  Future<?> stopped() {
    return stopped;
  }

  /** Starts the rounds again. */
  void resume() {
    stopped = new CompletableFuture<>();
    lifecycle.resume();
    request();
  }

  private void giveBack() {
    rounds.cancelNext();
    HeldWorker last = held;
    held = null;
    if (last != null) {
      release(last, allocator.revoke(last.lanes()));
    }
    boolean unused = stopped.complete(null);
  }

  /** Releases a worker. If the store fails, the worker expires by itself. */
  static void release(HeldWorker heldWorker, long[] lastTicks) {
    try {
      heldWorker.release(lastTicks);
    } catch (Throwable e) { // whatever the store throws, the worker is no longer used
      Log.warnNow(
          "worker "
              + heldWorker.worker()
              + " could not be released; it expires within "
              + Durations.text(heldWorker.horizon()),
          e);
    }
  }
}
