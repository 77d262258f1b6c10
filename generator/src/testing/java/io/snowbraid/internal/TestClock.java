package io.snowbraid.internal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that a test moves by hand; it can also move by itself at each reading or at each wait.
 */
public final class TestClock implements InstantSource, MonotonicTime {

  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong millis = new AtomicLong(START.toEpochMilli());
  private final AtomicLong nanos = new AtomicLong();
  private volatile long millisPerReading;
  private volatile boolean frozen;

  public TestClock movingPerReading(long millis) {
    millisPerReading = millis;
    return this;
  }

  /** Makes the wall clock stand still while threads wait. */
  public TestClock freeze() {
    frozen = true;
    return this;
  }

  public void set(Instant instant) {
    millis.set(instant.toEpochMilli());
  }

  /** Sets this clock to the reading of another. */
  public void set(TestClock other) {
    millis.set(other.millis.get());
    nanos.set(other.nanos.get());
  }

  public void move(Duration duration) {
    millis.addAndGet(duration.toMillis());
  }

  /** Lets time pass: moves the wall clock and the steady clock. */
  public void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    move(time);
  }

  /** Lets time pass that the wall clock does not show. */
  public void passUnseen(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return millisPerReading == 0 ? millis.get() : millis.getAndAdd(millisPerReading);
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public void await(long pause) {
    nanos.addAndGet(pause);
    if (!frozen) {
      millis.addAndGet((pause + 999_999) / 1_000_000);
    }
  }

  @Override
  public boolean await(Event event, long pause) throws InterruptedException {
    boolean hasHappened = event.await(pause);
    if (!hasHappened) {
      await(pause);
    }
    return hasHappened;
  }
}
