package io.snowbraid.client;

import io.snowbraid.IdsUnavailableException;
import java.util.concurrent.TimeUnit;

/** A client that takes ids all the time, about 20,000 in a second, and notes what it gets. */
final class LoadedClient implements AutoCloseable {

  private static final int BATCH = 100;
  private static final int PAUSE_MILLIS = 5;
  private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ServerIds ids;
  private final IdLog log = new IdLog();
  private final Thread thread = new Thread(this::run);
  private volatile boolean isEnding;

  LoadedClient(ServerIds ids) {
    this.ids = ids;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long last = System.nanoTime();
    while (!isEnding) {
      try {
        for (int i = 0; i < BATCH; i++) {
          log.add(ids.nextId());
          long now = System.nanoTime();
          if (now - last > GAP_NANOS) {
            log.gap(last, now);
          }
          last = now;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        last = System.nanoTime();
      } catch (IdsUnavailableException e) {
        log.fail();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Ends, and returns what it noted. */
  IdLog end() throws InterruptedException {
    isEnding = true;
    thread.join();
    return log;
  }

  @Override
  public void close() {
    isEnding = true;
    ids.close();
  }
}
