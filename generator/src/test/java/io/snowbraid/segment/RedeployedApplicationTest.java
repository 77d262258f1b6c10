package io.snowbraid.segment;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that is redeployed, and has closed nothing, leaves nothing of it in memory. */
@Tag("slow")
class RedeployedApplicationTest {

  private static final String LIBRARY = "io.snowbraid.";
  private static final String APPLICATION = Application.class.getName();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path workers;

  /**
   * Runs in a class loader of its own. Its store of segments fails, so that another draw is
   * scheduled, and a worker that it leases has a renewal scheduled.
   */
  public static final class Application implements Runnable, SegmentSource {

    private static SegmentIds kept;

    @SuppressWarnings("UnusedVariable")
    private static Snowflake leased;

    private final Path workers;
    private boolean isDrawn;

    /** Called by reflection. */
    public Application(Path workers) {
      this.workers = workers;
    }

    @Override
    public void run() {
      if (workers != null) {
        leased = // it knows the application by the listener
            Snowflake.builder().worker(WorkerSource.file(workers)).listener(event -> {}).build();
        requireFirstWorker(leased.workerId());
      }
      kept = SegmentIds.builder().source(this).tag("orders").build();
      long[] all = kept.nextIds((int) kept.status().buffered());
      await().atMost(ofMinutes(1)).until(() -> kept.status().failures() >= 2);
      System.out.println("issued=" + all.length);
    }

    private static void requireFirstWorker(int worker) {
      if (worker != 0) {
        throw new IllegalStateException("worker must be the first: worker=" + worker);
      }
    }

    @Override
    public Segment draw(String tag, long count) {
      if (isDrawn) {
        throw new SegmentSourceException("out of order");
      }
      isDrawn = true;
      return Segment.of(1, count, 1);
    }

    @Override
    public boolean advance(String tag, long bound) {
      return false;
    }

    @Override
    public OptionalLong peek(String tag) {
      return OptionalLong.empty();
    }

    @Override
    public List<String> tags() {
      return List.of();
    }

    @Override
    public boolean create(String tag, long bound) {
      return false;
    }
  }

  /** Loads what begins with a prefix itself, and the rest as others do. */
  private static final class Apart extends URLClassLoader {

    private final String prefix;

    Apart(String prefix) {
      super(new URL[] {of(SegmentIds.class), of(Application.class)}, Apart.class.getClassLoader());
      this.prefix = prefix;
    }

    private static URL of(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(prefix)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }

  /** A method of its own, so that no variable of the caller keeps anything of the application. */
  private static WeakReference<ClassLoader> deployed(String prefix, Path workers) throws Exception {
    ClassLoader loader = new Apart(prefix);
    Runnable application =
        (Runnable) loader.loadClass(APPLICATION).getConstructor(Path.class).newInstance(workers);
    assertThat(application).isNotInstanceOf(Application.class);
    Thread thread = new Thread(application);
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    return new WeakReference<>(loader);
  }

  /** A record whose comparison replaces the one type of records that JDK 17 keeps. */
  private record Newer(String text) {}

  private static boolean isCollected(WeakReference<?> reference) {
    long begun = System.nanoTime();
    while (reference.get() != null && System.nanoTime() - begun < PATIENCE.toNanos()) {
      Newer newer = new Newer("newer");
      assertThat(newer.equals(new Newer("other"))).isFalse();
      assertThat(newer.toString() + newer.hashCode()).isNotEmpty();
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    return reference.get() == null;
  }

  @ParameterizedTest
  @ValueSource(strings = {LIBRARY, "io.snowbraid.segment.RedeployedApplicationTest$Application"})
  void classesAreCollectedAlthoughADrawAndARenewalAreScheduled(String apart) throws Exception {
    assertThat(isCollected(deployed(apart, workers))).isTrue();
  }

  /** The lock of a worker is closed a moment after its generator was collected. */
  private static boolean isFreeSoon(int worker, Path workers) {
    long begun = System.nanoTime();
    int leased = -1;
    while (leased != worker && System.nanoTime() - begun < PATIENCE.toNanos()) {
      System.gc();
      try (Snowflake next = Snowflake.builder().worker(WorkerSource.file(workers)).build()) {
        leased = next.workerId();
      }
    }
    return leased == worker;
  }

  /** A scheduler that holds its tasks keeps the application; so the check can fail. */
  @Test
  void checkerFindsATaskThatTheTimerHolds() throws Exception {
    WeakReference<ClassLoader> loader = deployed(LIBRARY, null);
    hold(loader.get());
    System.gc();
    assertThat(loader.get()).isNotNull();
    assertThat(isCollected(loader)).isTrue();
  }

  private static void hold(ClassLoader loader) {
    CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS).execute(loader::clearAssertionStatus);
  }

  /** The application is the first in its process that needs a timer. */
  static final class Container {

    private Container() {}

    public static void main(String[] arguments) throws Exception {
      Path workers = Path.of(arguments[0]);
      boolean isCollected = isCollected(deployed(LIBRARY, workers));
      System.out.println(isCollected && isFreeSoon(0, workers) ? "collected" : "kept");
    }
  }

  @Test
  void classesAreCollectedAlthoughTheyStartedTheTimer() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Container.class.getName(),
                workers.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output).endsWith("collected\n");
  }
}
