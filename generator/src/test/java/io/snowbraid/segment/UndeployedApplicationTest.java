package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
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

/** An application that is undeployed and has closed its generators leaves nothing in memory. */
@Tag("slow")
class UndeployedApplicationTest {

  private static final String LIBRARY = "io.snowbraid.";
  private static final String APPLICATION = Application.class.getName();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path workers;

  /** Runs in a class loader of its own. */
  public static final class Application implements Runnable, SegmentSource {

    private static SegmentIds kept;

    @SuppressWarnings("UnusedVariable")
    private static Snowflake leased;

    private final Path workers;

    /** Called by reflection. */
    public Application(Path workers) {
      this.workers = workers;
    }

    @Override
    public void run() {
      leased = // it knows the application by the listener
          Snowflake.builder().worker(WorkerSource.file(workers)).listener(event -> {}).build();
      leased.nextId();
      kept = SegmentIds.builder().source(this).tag("orders").build();
      kept.nextIds((int) kept.status().buffered());
      kept.close();
      leased.close();
    }

    @Override
    public Segment draw(String tag, long count) {
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

  private static boolean isCollected(WeakReference<?> reference) {
    long begun = System.nanoTime();
    while (reference.get() != null && System.nanoTime() - begun < PATIENCE.toNanos()) {
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    return reference.get() == null;
  }

  @ParameterizedTest
  @ValueSource(strings = {LIBRARY, "io.snowbraid.segment.UndeployedApplicationTest$Application"})
  void classesAreCollected(String apart) throws Exception {
    assertThat(isCollected(deployed(apart, workers))).isTrue();
  }

  /** A scheduler that holds its tasks keeps the application; so the check can fail. */
  @Test
  void checkerFindsATaskThatTheTimerHolds() throws Exception {
    WeakReference<ClassLoader> loader = deployed(LIBRARY, workers);
    hold(loader.get());
    System.gc();
    assertThat(loader.get()).isNotNull();
    assertThat(isCollected(loader)).isTrue();
  }

  private static void hold(ClassLoader loader) {
    CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS).execute(loader::clearAssertionStatus);
  }
}
