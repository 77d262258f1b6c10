package io.snowbraid.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails a test class whose tests without the tag {@code slow} take more than 10 seconds in all.
 *
 * <p>Where more threads are ready to run than there are processors, each runs slower by that ratio,
 * so the time is divided by it. A machine that is busy otherwise fails no class for that reason.
 */
public final class FastClasses
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

  private static final Namespace NAMESPACE = Namespace.create(FastClasses.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** When a class began, later by what its slow tests took. */
  private static final class Times {
    private long begunNanos = System.nanoTime();
    private long testNanos;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isOutermost(context)) {
      context.getStore(NAMESPACE).put(Times.class, new Times());
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    times(context).testNanos = System.nanoTime();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (isAllowedToBeSlow(context)) {
      Times times = times(context);
      times.begunNanos += System.nanoTime() - times.testNanos;
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (isOutermost(context) && !isAllowedToBeSlow(context)) {
      check(
          context.getDisplayName(), Duration.ofNanos(System.nanoTime() - times(context).begunNanos));
    }
  }

  private static void check(String name, Duration taken) {
    OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
    double load = machine.getSystemLoadAverage() / machine.getAvailableProcessors();
    if (!isFast(taken, load)) {
      throw new AssertionError(
          name
              + " takes "
              + taken.toMillis()
              + " ms at a load of "
              + load
              + " a processor, but tests without the tag slow may take "
              + LIMIT.toSeconds()
              + " s in all; shorten them, or tag those that need the time");
    }
  }

  /**
   * Returns whether a class is fast enough.
   *
   * @param load how many threads were ready to run for each processor; negative if not known
   */
  static boolean isFast(Duration taken, double load) {
    return taken.toNanos() / Math.max(1, load) <= LIMIT.toNanos();
  }

  private static boolean isAllowedToBeSlow(ExtensionContext context) {
    return context.getTags().contains("slow") || context.getTags().contains("limits");
  }

  private static boolean isOutermost(ExtensionContext context) {
    return context.getParent().equals(Optional.of(context.getRoot()));
  }

  private static Times times(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(Times.class, Times.class);
  }
}
