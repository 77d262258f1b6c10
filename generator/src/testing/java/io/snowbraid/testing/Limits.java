package io.snowbraid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures on the real clock how long calls take. Only the tests tagged {@code limits} do so,
 * because they run alone.
 *
 * <p>A call may be late by 5 % of its limit or 25 ms, whichever is more. If it is later and {@link
 * Machine} was late, too, the case is inconclusive and is repeated, three times at most. A case
 * that stays inconclusive is printed; it fails only with {@code -Dconclusive}, which a release
 * needs.
 */
public final class Limits {

  /** How often a case is measured at most. */
  public static final int TRIES = 3;

  private static final Duration TOLERANCE = Duration.ofMillis(25);

  /**
   * A call is delayed by several waits and hand-overs, a control thread by one. A call that is late
   * by more than this many delays is late for another reason.
   */
  private static final int DELAYS = 10;

  private Limits() {}

  /** What a measurement says about a limit. */
  public enum Verdict {
    HOLDS,
    MISSED,
    INCONCLUSIVE;

    /**
     * Judges how long a call took.
     *
     * @param min when it may end at the earliest
     * @param limit when it has to end
     * @param delay the longest delay of a control thread meanwhile
     */
    public static Verdict of(Duration min, Duration limit, Duration taken, Duration delay) {
      Duration excess = taken.minus(limit).minus(tolerance(limit));
      if (taken.compareTo(min) < 0) {
        return MISSED;
      }
      if (excess.compareTo(Duration.ZERO) <= 0) {
        return HOLDS;
      }
      return unexplained(excess, delay);
    }

    /**
     * Judges what would not have happened in time: a late machine may be the reason.
     *
     * @param excess by how much a call was late, or what the machine has to be late by to cause it
     * @param delay the longest delay of a control thread meanwhile
     */
    public static Verdict unexplained(Duration excess, Duration delay) {
      return excess.compareTo(delay.multipliedBy(DELAYS)) <= 0 ? INCONCLUSIVE : MISSED;
    }

    private static Duration tolerance(Duration limit) {
      Duration share = limit.dividedBy(20);
      return share.compareTo(TOLERANCE) < 0 ? TOLERANCE : share;
    }
  }

  /**
   * Asserts that a call ends when its limit is over, and not before. Its classes have to be loaded
   * before.
   *
   * @param calls prepares a call of its own for each measurement: one that works only once would be
   *     quick when it is repeated
   * @return what it threw; null if nothing
   */
  public static @Nullable Throwable assertEndsAt(Duration limit, Supplier<Runnable> calls) {
    return assertEnds(limit, limit, calls);
  }

  /** Asserts that a call ends before its limit is over; see {@link #assertEndsAt}. */
  public static @Nullable Throwable assertEndsWithin(Duration limit, Supplier<Runnable> calls) {
    return assertEnds(Duration.ZERO, limit, calls);
  }

  /** Asserts that calls of a broken twin do not end when their limit is over. */
  public static void assertMissed(Duration limit, Supplier<Runnable> calls) {
    assertVerdict(Verdict.MISSED, limit, limit, calls);
  }

  private static @Nullable Throwable assertEnds(
      Duration min, Duration limit, Supplier<Runnable> calls) {
    return assertVerdict(Verdict.HOLDS, min, limit, calls);
  }

  private static @Nullable Throwable assertVerdict(
      Verdict expected, Duration min, Duration limit, Supplier<Runnable> calls) {
    Measured measured = measure(min, limit, calls.get());
    for (int i = 1; i < TRIES && measured.verdict == Verdict.INCONCLUSIVE; i++) {
      measured = measure(min, limit, calls.get());
    }
    if (measured.verdict == Verdict.INCONCLUSIVE) {
      inconclusive(measured.text);
    } else {
      assertThat(measured.verdict).as(measured.text).isEqualTo(expected);
    }
    return measured.failure;
  }

  /**
   * Says that a case stayed inconclusive.
   *
   * @throws AssertionError if a conclusive result is required
   */
  public static void inconclusive(String measured) {
    if (System.getProperty("conclusive") != null) {
      throw new AssertionError("the machine was too busy to tell: " + measured);
    }
    TestOutput.show("INCONCLUSIVE, the machine was too busy: " + measured);
  }

  private record Measured(Verdict verdict, String text, @Nullable Throwable failure) {}

  private static Measured measure(Duration min, Duration limit, Runnable call) {
    try (Machine machine = new Machine()) {
      long begun = System.nanoTime();
      Throwable failure = run(call);
      Duration taken = Duration.ofNanos(System.nanoTime() - begun);
      Duration delay = machine.longestDelay();
      String text =
          "limit=%d ms, taken=%d ms, control thread late by %d ms, failure=%s"
              .formatted(limit.toMillis(), taken.toMillis(), delay.toMillis(), failure);
      return new Measured(Verdict.of(min, limit, taken, delay), text, failure);
    }
  }

  private static @Nullable Throwable run(Runnable call) {
    try {
      call.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }
}
