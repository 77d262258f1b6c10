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

/** Issues ids in the background at a steady rate, as long as somebody looks. Safe for threads. */
@Component
class LoadGenerator {

  /** In ids a second. */
  static final List<Integer> RATES = List.of(10, 100, 1_000, 10_000, 100_000);

  /** Ends the load after the last page was closed. */
  private static final Duration UNWATCHED = Duration.ofMinutes(1);

  /** Fewer than a timeline holds in a millisecond: what is late is left out, not made up for. */
  private static final long MOST_AT_ONCE = 500;

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
  private volatile @Nullable String refusal;

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
   * Begins, or goes on at another rate.
   *
   * @throws IllegalArgumentException unless it is one of {@link #RATES}
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
      refusal = null;
    } finally {
      lock.unlock();
    }
  }

  /** Somebody looks at what is issued. */
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
      refusal = null;
    } catch (RuntimeException e) { // the executor would never call again
      refusal = Formats.problem(e);
    }
  }

  /** Tells how many ids are due. Used by one thread. */
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
      paidUntil = due > MOST_AT_ONCE ? now : paidUntil + due * SECOND / rate;
      return (int) Math.min(due, MOST_AT_ONCE);
    }
  }

  /** How many ids a second are asked for, 0 while stopped. */
  int rate() {
    return rate;
  }

  /** Why the last ids were refused, null if they were not. */
  @Nullable String refusal() {
    return refusal;
  }

  @PreDestroy
  void close() {
    thread.shutdownNow();
  }
}
