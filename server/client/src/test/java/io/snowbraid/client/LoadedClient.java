package io.snowbraid.client;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A client that takes ids all the time, about 20,000 in a second, and notes what it gets. */
final class LoadedClient implements AutoCloseable {

  private static final int BATCH = 100;
  private static final int PAUSE_MILLIS = 5;
  private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Supplier<ServerIds> clients;
  private final IdLog log = new IdLog();
  private final Thread thread = new Thread(this::run);
  private volatile ServerIds ids;
  private volatile boolean isEnding;

  LoadedClient(Supplier<ServerIds> clients) {
    this.clients = clients;
    this.ids = clients.get();
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long last = System.nanoTime();
    ServerIds client = ids;
    while (!isEnding) {
      try {
        if (client != ids) {
          client = ids;
          log.beginOrder();
        }
        for (int i = 0; i < BATCH; i++) {
          log.add(client.nextId());
          long now = System.nanoTime();
          if (now - last > GAP_NANOS) {
            log.gap(last, now);
          }
          last = now;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        last = System.nanoTime();
      } catch (GeneratorClosedException e) { // there is another client
        last = System.nanoTime();
      } catch (IdsUnavailableException e) {
        log.fail();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Begins anew with another client, which prefers the first of its servers again. */
  void renew() {
    ServerIds old = ids;
    ids = clients.get();
    old.close();
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
