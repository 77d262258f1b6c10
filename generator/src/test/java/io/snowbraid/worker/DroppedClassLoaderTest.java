package io.snowbraid.worker;

import static io.snowbraid.worker.WorkerRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application that was removed without being closed keeps nothing: it is collected. */
@Tag("slow")
class DroppedClassLoaderTest {

  private static final int FIXED = 6;
  private static final long[] GRANT = {10, 20, 30, 40};

  @TempDir private Path directory;

  /** The library, loaded once more, as for another application. */
  private static final class Application {

    private final ClassLoader loader;
    private final Object fixed;
    private final Object leased;

    Application(Path directory) throws ReflectiveOperationException {
      URL classes = WorkerSource.class.getProtectionDomain().getCodeSource().getLocation();
      this.loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
      Class<?> source = loader.loadClass(WorkerSource.class.getName());
      this.fixed = acquire(source.getMethod("fixed", int.class).invoke(null, FIXED));
      this.leased = acquire(source.getMethod("file", Path.class).invoke(null, directory));
    }

    private Object acquire(Object source) throws ReflectiveOperationException {
      Class<?> request = loader.loadClass(WorkerRequest.class.getName());
      Class<?> type = loader.loadClass(WorkerSource.class.getName());
      Class<?>[] parameters = {
        String.class, int.class, int.class, long.class, Duration.class, String.class
      };
      Object asked =
          request
              .getConstructor(parameters)
              .newInstance("layout A", 8, 4, 1_000_000, Duration.ofMinutes(1), "host");
      Object lease = type.getMethod("acquire", request).invoke(source, asked);
      Method extend =
          loader.loadClass(WorkerLease.class.getName()).getMethod("extend", long[].class);
      assertThat(extend.invoke(lease, GRANT)).isEqualTo(true);
      return lease;
    }
  }

  private Reference<ClassLoader> dropped() throws Exception {
    Application application = new Application(directory);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> WorkerSource.fixed(FIXED).acquire(request(8, "host")));
    WorkerLease other = WorkerSource.file(directory).acquire(request(8, "host"));
    assertThat(other.worker()).isEqualTo(1);
    other.release(other.lastTicks());
    assertThat(application.fixed).isNotNull();
    assertThat(application.leased).isNotNull();
    return new WeakReference<>(application.loader);
  }

  @Test
  @Timeout(60)
  void namesComeFreeAndGrantsStay() throws Exception {
    Reference<ClassLoader> dropped = dropped();
    while (dropped.get() != null) {
      System.gc();
      Thread.sleep(20);
    }
    WorkerLease fixed = awaitFixed();
    assertThat(fixed.lastTicks()).containsExactly(GRANT);
    fixed.release(fixed.lastTicks());
    WorkerLease leased = awaitFirstWorker();
    assertThat(leased.lastTicks()).containsExactly(GRANT);
    try (OtherProcess other = OtherProcess.holdingAWorker(directory)) {
      assertThat(leased.extend(GRANT)).isTrue();
      assertThat(other.isAlive()).isTrue();
    }
    leased.release(GRANT);
  }

  private static WorkerLease awaitFixed() throws InterruptedException {
    while (true) {
      try {
        return WorkerSource.fixed(FIXED).acquire(request(8, "host"));
      } catch (WorkerSourceException e) {
        System.gc();
        Thread.sleep(20);
      }
    }
  }

  private WorkerLease awaitFirstWorker() throws InterruptedException {
    WorkerLease lease = WorkerSource.file(directory).acquire(request(8, "host"));
    while (lease.worker() != 0) {
      lease.release(lease.lastTicks());
      System.gc();
      Thread.sleep(20);
      lease = WorkerSource.file(directory).acquire(request(8, "host"));
    }
    return lease;
  }
}
