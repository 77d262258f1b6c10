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
 * Checks the files of certificates and users every ten seconds, and reloads them when they have
 * changed or the process receives SIGHUP. An invalid file changes nothing.
 */
final class ReloadedFiles implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final List<Path> files;
  private final Runnable reload;
  private byte[] last;

  /** Its single thread does all the work, so that reloads never overlap. */
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(CallQueue.daemons("snowbraid-server-files"));

  /**
   * Remembers the current contents of the files.
   *
   * @param reload reads and applies the files; throws if one is invalid, without changing anything
   */
  ReloadedFiles(List<Path> files, Runnable reload) {
    this.files = files;
    this.reload = reload;
    this.last = contents();
  }

  /** Starts checking a server's files. */
  static void start(SecurityOptions security, IdServer server) {
    ReloadedFiles files = new ReloadedFiles(security.files(), () -> security.replaceIn(server));
    files.handleHangUp(); // even without files, because SIGHUP would otherwise stop the process
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

  /** Returns the contents of the files; a zero for a file that cannot be read. */
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
      ProcessLog.info("reloaded certificates and users: files=" + files);
    } catch (RuntimeException e) {
      ProcessLog.warn("certificates and users were not reloaded: " + ServerLaunch.explain(e));
    }
  }

  /** Uses reflection, because the class is not part of Java's API and missing in some JVMs. */
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
      ProcessLog.info("cannot handle SIGHUP: " + e + "; changed files are still detected");
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
