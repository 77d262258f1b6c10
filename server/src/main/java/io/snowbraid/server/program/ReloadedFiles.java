package io.snowbraid.server.program;

import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.CallQueue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Compares the contents of certificates and users every ten seconds, and reads them again when they
 * have changed, or when the process gets SIGHUP. A file that is wrong leaves all as it was.
 */
final class ReloadedFiles implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final List<Path> files;
  private final Runnable reload;
  private byte[] last;

  /** Its only thread does all the work, so that no two reloads overlap. */
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(CallQueue.daemons("snowbraid-server-files"));

  /**
   * Remembers what the files hold now.
   *
   * @param reload reads the files, and uses them; throws if one is wrong, with nothing changed
   */
  ReloadedFiles(List<Path> files, Runnable reload) {
    this.files = files;
    this.reload = reload;
    this.last = contents();
  }

  /** Starts to compare the files of a server. */
  static void start(SecurityOptions security, IdServer server) {
    ReloadedFiles files = new ReloadedFiles(security.files(), () -> security.replaceIn(server));
    files.handleHangUp(); // also without files, because it would end the process
    files.start(INTERVAL);
  }

  void start(Duration interval) {
    long nanos = interval.toNanos();
    timer.scheduleWithFixedDelay(this::reloadIfChanged, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private void reloadIfChanged() {
    byte[] present = contents();
    if (!Arrays.equals(present, last)) {
      last = present;
      reload();
    }
  }

  /** Returns what the files contain, and for one that cannot be read a zero. */
  private byte[] contents() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path file : files) {
      try {
        all.writeBytes(Files.readAllBytes(file));
      } catch (IOException e) {
        all.write(0);
      }
    }
    return all.toByteArray();
  }

  private void reload() {
    try {
      reload.run();
      ProcessLog.info("read certificates and users again: files=" + files);
    } catch (RuntimeException e) {
      ProcessLog.warn("certificates and users stay as they were: " + ServerLaunch.explain(e));
    }
  }

  /** Uses reflection, because the class is no part of Java's interface, nor in each JVM. */
  private void handleHangUp() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                timer.execute(this::reload);
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), ours);
    } catch (ReflectiveOperationException e) {
      ProcessLog.info("SIGHUP is not handled: " + e + "; changed files are noticed nevertheless");
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
