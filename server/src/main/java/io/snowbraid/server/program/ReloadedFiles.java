package io.snowbraid.server.program;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import io.snowbraid.internal.Locks;
import io.snowbraid.server.IdServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads certificates and users again when their files have changed, or the process gets SIGHUP. A
 * file that is wrong leaves all as it was.
 */
final class ReloadedFiles implements AutoCloseable {

  /** A change may be several: a certificate, then its key. */
  private static final long SETTLE_MILLIS = 200;

  private final List<Path> files;
  private final Reload reload;
  private final ReentrantLock reloading = new ReentrantLock();
  private byte[] last;
  private @Nullable WatchService watch;

  /** Reads the files, and uses what it read. */
  @FunctionalInterface
  interface Reload {

    /**
     * Does it.
     *
     * @throws RuntimeException if a file is wrong, with nothing changed
     */
    void run();
  }

  ReloadedFiles(List<Path> files, Reload reload) {
    this.files = files;
    this.reload = reload;
    this.last = contents();
  }

  /** Starts to look after the files of a server. Without any, SIGHUP does nothing. */
  static ReloadedFiles start(SecurityOptions security, IdServer server) {
    ReloadedFiles files = new ReloadedFiles(security.files(), () -> security.replaceIn(server));
    files.handleHangUp(); // which would end the process otherwise
    if (!security.files().isEmpty()) {
      files.start();
    }
    return files;
  }

  void start() {
    try {
      watch = files.get(0).getFileSystem().newWatchService();
      Set<Path> folders = new HashSet<>();
      for (Path file : files) {
        folders.add(file.toAbsolutePath().getParent());
      }
      for (Path folder : folders) {
        folder.register(watch, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
      }
      Thread thread = new Thread(this::watch, "snowbraid-server-files");
      thread.setDaemon(true);
      thread.start();
    } catch (IOException | UnsupportedOperationException e) {
      ProcessLog.warn(
          "changes of certificates and users are not noticed, because files cannot be watched: "
              + e
              + "; send SIGHUP after a change, or restart the server");
    }
  }

  private void watch() {
    WatchService service = watch;
    try {
      while (service != null) {
        WatchKey key = service.take();
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
        while (key != null) {
          key.pollEvents();
          key.reset();
          key = service.poll();
        }
        reloadIfChanged();
      }
    } catch (ClosedWatchServiceException e) {
      return; // the server ends
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    Locks.holding(reloading, this::tryToReload);
  }

  private void tryToReload() {
    try {
      reload.run();
      ProcessLog.info("read certificates and users again: files=" + files);
    } catch (RuntimeException e) {
      ProcessLog.warn("certificates and users stay as they were: " + ServerLaunch.explain(e));
    }
  }

  /** The class is no part of Java's interface, and not there in each JVM. */
  private void handleHangUp() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  reload();
                }
                return null;
              });
      Method handle = signal.getMethod("handle", signal, handler);
      handle.invoke(null, signal.getConstructor(String.class).newInstance("HUP"), ours);
    } catch (ReflectiveOperationException e) {
      boolean isUnknown =
          e instanceof ClassNotFoundException || e instanceof InvocationTargetException;
      if (!isUnknown) {
        ProcessLog.warn("SIGHUP is not handled: " + e + "; restart the server after a change");
      }
    }
  }

  @Override
  public void close() throws IOException {
    WatchService service = watch;
    if (service != null) {
      service.close();
    }
  }
}
