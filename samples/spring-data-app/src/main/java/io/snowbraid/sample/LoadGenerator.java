package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Issues ids in the background at a steady rate while a page is open. Safe for use by any number of
 * threads.
 */
@Component
class LoadGenerator {

  /** The selectable rates, in ids per second. */
  static final List<Integer> RATES = List.of(10, 100, 1_000, 10_000, 100_000);

  /** How long the load continues after the last page was closed. */
  private static final Duration UNWATCHED = Duration.ofMinutes(1);

  /**
   * The most ids issued at once, fewer than a timeline holds in a millisecond. Ids that are overdue
   * beyond this are skipped, not issued later.
   */
  private static final long MAX_AT_ONCE = 500;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Snowflake ids;
  private final IdMonitor monitor;
  private final PlainSnowflakeRunner plain;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "load"));

  private @Nullable Future<?> running;
  private volatile int rate;
  private volatile long watchedAt;
  private volatile @Nullable String failure;

  @Autowired
  LoadGenerator(Snowflake ids, IdMonitor monitor, PlainSnowflakeRunner plain) {
    this(ids, monitor, plain, System::nanoTime);
  }

  LoadGenerator(
      Snowflake ids, IdMonitor monitor, PlainSnowflakeRunner plain, LongSupplier nanoTime) {
    this.ids = ids;
    this.monitor = monitor;
    this.plain = plain;
    this.nanoTime = nanoTime;
  }

  /**
   * Starts the load, or continues it at another rate.
   *
   * @throws IllegalArgumentException if the rate is not one of {@link #RATES}
   */
  void start(int newRate) {
    if (!RATES.contains(newRate)) {
      throw new IllegalArgumentException("rate must be one of " + RATES + ": rate=" + newRate);
    }
    lock.lock();
    try {
      stop();
      watched();
      rate = newRate;
      Pace pace = new Pace(newRate, nanoTime);
      long pause = Math.max(SECOND / newRate, TimeUnit.MILLISECONDS.toNanos(1));
      running = thread.scheduleWithFixedDelay(() -> step(pace), 0, pause, TimeUnit.NANOSECONDS);
    } finally {
      lock.unlock();
    }
  }

  void stop() {
    lock.lock();
    try {
      if (running != null) {
        running.cancel(false);
      }
      running = null;
      rate = 0;
      failure = null;
    } finally {
      lock.unlock();
    }
  }

  /** Notes that a page is open. */
  void watched() {
    watchedAt = nanoTime.getAsLong();
  }

  private void step(Pace pace) {
    if (nanoTime.getAsLong() - watchedAt > UNWATCHED.toNanos()) {
      stop();
      return;
    }
    int count = pace.due();
    if (count > 0) {
      issue(count);
    }
  }

  private void issue(int count) {
    try {
      plain.issue(count);
      monitor.addOwn(ids.nextIds(count));
      failure = null;
    } catch (RuntimeException e) { // otherwise the executor would not call this again
      failure = Formats.problem(e);
    }
  }

  /** Calculates how many ids are due. For use by one thread. */
  static final class Pace {
    private final long rate;
    private final LongSupplier nanoTime;
    private long paidUntil;

    Pace(int rate, LongSupplier nanoTime) {
      this.rate = rate;
      this.nanoTime = nanoTime;
      this.paidUntil = nanoTime.getAsLong();
    }

    int due() {
      long now = nanoTime.getAsLong();
      long due = (now - paidUntil) * rate / SECOND;
      paidUntil = due > MAX_AT_ONCE ? now : paidUntil + due * SECOND / rate;
      return (int) Math.min(due, MAX_AT_ONCE);
    }
  }

  /** Returns the rate in ids per second; 0 while stopped. */
  int rate() {
    return rate;
  }

  /** Says why the last call failed; null if it did not. */
  @Nullable String failure() {
    return failure;
  }

  @PreDestroy
  void close() {
    thread.shutdownNow();
  }
}
