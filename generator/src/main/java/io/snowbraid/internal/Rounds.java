package io.snowbraid.internal;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs rounds of work in the background, one at a time, each because somebody requested it. What
 * waits for a time holds this object weakly: if its owner is dropped, the rounds end.
 */
public final class Rounds {

  /**
   * The work. It is an object and no lambda, because tests copy the memory of a process, and a copy
   * must not lead back to the original.
   */
  public interface Work {

    /** Does one round. */
    void round();

    /**
     * Learns that a round that was requested will not be run, because no thread could be started.
     * The next request tries again.
     *
     * @param cause why not
     */
    default void rejected(RejectedExecutionException cause) {
      Log.warn(
          "background work is waiting for a thread; raise the thread limit, or stop some threads",
          cause);
    }
  }

  private final Object foreign;
  private final Scheduler scheduler;
  private final Work work;
  private final AtomicInteger requests = new AtomicInteger();

  /** Used only in rounds. */
  private @Nullable Future<?> next;

  /**
   * Creates rounds; none is run before one is requested.
   *
   * @param foreign the code of others that is called in a round, whose class loader the thread gets
   * @param scheduler runs the rounds
   * @param work what a round does; a failure is logged, and does not end the rounds
   */
  public Rounds(Object foreign, Scheduler scheduler, Work work) {
    this.foreign = foreign;
    this.scheduler = scheduler;
    this.work = work;
  }

  /** Requests a round that begins after this call. */
  public void request() {
    int before = requests.getAndUpdate(count -> count == Integer.MAX_VALUE ? count : count + 1);
    if (before == 0) {
      try {
        scheduler.schedule(this::run, Duration.ZERO);
      } catch (RejectedExecutionException e) {
        requests.set(0);
        work.rejected(e);
      }
    }
  }

  private void run() {
    Threads.callForeign(foreign, this::rounds);
  }

  private void rounds() {
    int seen;
    do {
      seen = requests.get();
      round();
    } while (requests.addAndGet(-seen) != 0);
  }

  private void round() {
    try {
      work.round();
    } catch (Throwable e) { // the next round may succeed
      failed(e);
    }
  }

  private static void failed(Throwable e) {
    Log.warn("background work failed and is retried when needed; see the cause", e);
  }

  /**
   * Requests a round after a delay, and cancels an earlier such request. Called only in a round.
   *
   * @param delay after how long
   */
  public void requestAfter(Duration delay) {
    cancelNext();
    WeakReference<Rounds> owned = new WeakReference<>(this);
    try {
      next = scheduler.schedule(() -> request(owned), delay);
    } catch (Throwable e) { // a request for a round that is needed tries again
      failed(e);
    }
  }

  private static void request(WeakReference<Rounds> owned) {
    Rounds rounds = owned.get();
    if (rounds != null) {
      rounds.request();
    }
  }

  /** Cancels what {@link #requestAfter} requested. Called only in a round. */
  public void cancelNext() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }
}
