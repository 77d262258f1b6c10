package io.snowbraid.internal;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs requested rounds of work in the background, one at a time. A delayed round references this
 * object weakly: once its owner is unreachable, the rounds stop.
 */
public final class Rounds {

  /**
   * The work. It is an object rather than a lambda, because tests copy a process's memory, and a
   * copy must not reference the original.
   */
  public interface Work {

    /** Runs one round. */
    void round();

    /**
     * Reports that a requested round will not run, because no thread could be started. The next
     * request tries again.
     *
     * @param cause the failure
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
   * Creates an object that runs no round until one is requested.
   *
   * @param foreign the foreign code called in a round; the thread gets its class loader
   * @param scheduler runs the rounds
   * @param work one round; a failure is logged, and rounds continue
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
   * Requests a round after a delay, replacing an earlier such request. Called only in a round.
   *
   * @param delay how long to wait
   */
  public void requestAfter(Duration delay) {
    cancelNext();
    WeakReference<Rounds> owned = new WeakReference<>(this);
    try {
      next = scheduler.schedule(() -> request(owned), delay);
    } catch (Throwable e) { // the next immediate request tries again
      failed(e);
    }
  }

  private static void request(WeakReference<Rounds> owned) {
    Rounds rounds = owned.get();
    if (rounds != null) {
      rounds.request();
    }
  }

  /** Cancels a round requested by {@link #requestAfter}. Called only in a round. */
  public void cancelNext() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }
}
