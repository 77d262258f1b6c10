package io.snowbraid.testing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails a test class whose tests without the tag {@code slow} take more than 10 seconds in all.
 *
 * <p>Where more threads are ready to run than there are processors, each is slower by that ratio,
 * and an idle machine may be slow. So the time is divided by that ratio, if it is above 1, and by
 * {@value #TOLERANCE}: a machine that is slow or busy fails no class.
 */
public final class FastClasses
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

  /** Tags of tests that only a command of their own runs, or that are measured otherwise. */
  private static final Set<String> SLOW =
      Set.of("slow", "limits", "endurance", "soak", "end-to-end");

  private static final Namespace NAMESPACE = Namespace.create(FastClasses.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** How many times slower than usual a machine may be, also because tests write to disk. */
  private static final double TOLERANCE = 2;

  private static final Path LOAD = Path.of("/proc/loadavg");
  private static final long SAMPLE_NANOS = 100_000_000;
  private static final OperatingSystemMXBean MACHINE = ManagementFactory.getOperatingSystemMXBean();

  /** When a class began, later by what its slow tests took, and how busy the machine has been. */
  private static final class Times {
    private final Thread sampler = new Thread(this::sample, "load");
    private long begunNanos = System.nanoTime();
    private long testNanos;
    private volatile double load;

    Times() {
      sampler.setDaemon(true);
      sampler.start();
    }

    private void sample() {
      double sum = 0;
      for (int samples = 1; !Thread.currentThread().isInterrupted(); samples++) {
        sum += threadsReady();
        load = sum / samples / MACHINE.getAvailableProcessors();
        LockSupport.parkNanos(SAMPLE_NANOS);
      }
    }

    /**
     * Returns how many threads but this one run or are ready to; on other systems, the average of a
     * minute.
     */
    private static double threadsReady() {
      try {
        String[] fields = Files.readString(LOAD).split("[ /]", -1);
        return Double.parseDouble(fields[3]) - 1;
      } catch (IOException e) {
        return MACHINE.getSystemLoadAverage();
      }
    }

    Duration end() {
      sampler.interrupt();
      return Duration.ofNanos(System.nanoTime() - begunNanos);
    }
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
    if (isOutermost(context)) {
      Times times = times(context);
      Duration taken = times.end();
      if (!isAllowedToBeSlow(context)) {
        check(context.getDisplayName(), taken, times.load);
      }
    }
  }

  private static void check(String name, Duration taken, double load) {
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
    return taken.toNanos() / (TOLERANCE * Math.max(1, load)) <= LIMIT.toNanos();
  }

  private static boolean isAllowedToBeSlow(ExtensionContext context) {
    Set<String> tags = context.getTags();
    return tags.stream().anyMatch(SLOW::contains) || (tags.contains("seeds") && Seeds.areAll());
  }

  private static boolean isOutermost(ExtensionContext context) {
    return context.getParent().equals(Optional.of(context.getRoot()));
  }

  private static Times times(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(Times.class, Times.class);
  }
}
