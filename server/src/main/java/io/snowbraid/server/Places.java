package io.snowbraid.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the connections of one port, which may not have all that the server accepts if there is
 * another port: clients of one cannot keep those of the other out.
 *
 * <p>Thread-safe.
 */
final class Places {

  private static final int MOST_FOR_OTHERS = 100;

  private final Statistics statistics;
  private final int mostOfServer;
  private final int most;
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * Creates places that are all free.
   *
   * @param mostOfServer how many connections the server accepts
   * @param isShared whether there is another port
   */
  Places(Statistics statistics, int mostOfServer, boolean isShared) {
    this.statistics = statistics;
    this.mostOfServer = mostOfServer;
    this.most = mostOfServer - (isShared ? Math.min(MOST_FOR_OTHERS, mostOfServer / 10) : 0);
  }

  /** Takes a place. Returns false if none is free. */
  boolean take() {
    if (taken.incrementAndGet() <= most && statistics.open(mostOfServer)) {
      return true;
    }
    taken.decrementAndGet();
    statistics.refuse();
    return false;
  }

  void giveBack() {
    taken.decrementAndGet();
    statistics.close();
  }
}
