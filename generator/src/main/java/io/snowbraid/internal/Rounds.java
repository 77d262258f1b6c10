package io.snowbraid.internal;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs rounds of work in the background, one at a time, each because somebody requested it. */
public final class Rounds {

  private final Object foreign;
  private final Scheduler scheduler;
  private final Runnable round;
  private final AtomicInteger requests = new AtomicInteger();

  /** Used only in rounds. */
  private @Nullable Future<?> next;

  /**
   * Creates rounds; none is run before one is requested.
   *
   * @param foreign the code of others that is called in a round, whose class loader the thread gets
   * @param scheduler runs the rounds
   * @param round the work; it must not throw
   */
  public Rounds(Object foreign, Scheduler scheduler, Runnable round) {
    this.foreign = foreign;
    this.scheduler = scheduler;
    this.round = round;
  }

  /** Requests a round that begins after this call. */
  public void request() {
    if (requests.getAndIncrement() == 0) {
      Future<?> unused = scheduler.schedule(this::run, Duration.ZERO);
    }
  }

  private void run() {
    ContextClassLoader.run(foreign, this::rounds);
  }

  private void rounds() {
    int seen;
    do {
      seen = requests.get();
      round.run();
    } while (requests.addAndGet(-seen) != 0);
  }

  /**
   * Requests a round after a delay, and cancels an earlier such request. Called only in a round.
   *
   * @param delay after how long
   */
  public void requestAfter(Duration delay) {
    cancelNext();
    next = scheduler.schedule(this::request, delay);
  }

  /** Cancels what {@link #requestAfter} requested. Called only in a round. */
  public void cancelNext() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }
}
