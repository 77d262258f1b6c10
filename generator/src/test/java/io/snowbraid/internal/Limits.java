package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures by the real clock how long calls take, beside threads that do nothing but wait. */
public final class Limits {

  private static final int TRIES = 3;
  private static final int CONTROLS = 4;
  private static final long SLICE_NANOS = 5_000_000;
  private static final Duration TOLERANCE = Duration.ofMillis(25);

  private Limits() {}

  /**
   * Asserts that a call ends when its limit is over: not before, and at most 5 % or 25 ms late. Its
   * classes have to be loaded before. One that is late is measured again, because a machine can be
   * late where no control thread sees it; a limit that does not hold is missed each time.
   *
   * @param calls prepares a call of its own for each measurement: one that works only once would be
   *     quick when it is repeated
   * @return what it threw; null if nothing
   */
  public static @Nullable Throwable assertEndsAt(Duration limit, Supplier<Runnable> calls) {
    return assertEnds(limit, limit, calls);
  }

  /** Asserts that a call ends at most 5 % or 25 ms after its limit; see {@link #assertEndsAt}. */
  public static @Nullable Throwable assertEndsWithin(Duration limit, Supplier<Runnable> calls) {
    return assertEnds(Duration.ZERO, limit, calls);
  }

  private static @Nullable Throwable assertEnds(
      Duration min, Duration limit, Supplier<Runnable> calls) {
    Measured measured = measure(limit, calls.get());
    for (int i = 1; i < TRIES && measured.taken().compareTo(measured.max()) > 0; i++) {
      measured = measure(limit, calls.get());
    }
    assertThat(measured.taken()).isBetween(min, measured.max());
    return measured.failure();
  }

  /** How long a call took, and may have taken as far as the control threads tell. */
  private record Measured(Duration taken, Duration max, @Nullable Throwable failure) {}

  private static Measured measure(Duration limit, Runnable call) {
    AtomicBoolean isEnded = new AtomicBoolean();
    List<FutureTask<Duration>> controls =
        Stream.generate(() -> new FutureTask<>(() -> longestDelay(isEnded)))
            .limit(CONTROLS)
            .toList();
    controls.forEach(control -> new Thread(control).start());
    long begun = System.nanoTime();
    Throwable failure = run(call);
    Duration taken = Duration.ofNanos(System.nanoTime() - begun);
    isEnded.set(true);
    Duration noise = controls.stream().map(Limits::get).max(Duration::compareTo).orElseThrow();
    System.out.printf(
        "limit %d ms, taken %d ms, control late by %d ms%n",
        limit.toMillis(), taken.toMillis(), noise.toMillis());
    return new Measured(taken, limit.plus(tolerance(limit)).plus(noise), failure);
  }

  private static @Nullable Throwable run(Runnable call) {
    try {
      call.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static Duration tolerance(Duration limit) {
    Duration share = limit.dividedBy(20);
    return share.compareTo(TOLERANCE) < 0 ? TOLERANCE : share;
  }

  /** Waits slice by slice until a call has ended, and returns how late it awoke at worst. */
  private static Duration longestDelay(AtomicBoolean isEnded) {
    long longest = 0;
    while (!isEnded.get()) {
      long begun = System.nanoTime();
      LockSupport.parkNanos(SLICE_NANOS);
      longest = Math.max(longest, System.nanoTime() - begun - SLICE_NANOS);
    }
    return Duration.ofNanos(longest);
  }

  private static Duration get(FutureTask<Duration> control) {
    try {
      return control.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
