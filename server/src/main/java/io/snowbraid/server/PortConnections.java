package io.snowbraid.server;

import io.snowbraid.server.internal.services.Statistics;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the connections of one port, which may not have all that the server accepts if there is
 * another port: clients of one cannot keep those of the other out.
 *
 * <p>Thread-safe.
 */
final class PortConnections {

  private static final int MAX_FOR_OTHERS = 100;

  private final Statistics statistics;
  private final int maxOfServer;
  private final int max;
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * Creates places that are all free.
   *
   * @param maxOfServer how many connections the server accepts
   * @param isShared whether there is another port
   */
  PortConnections(Statistics statistics, int maxOfServer, boolean isShared) {
    this.statistics = statistics;
    this.maxOfServer = maxOfServer;
    this.max = maxOfServer - (isShared ? Math.min(MAX_FOR_OTHERS, maxOfServer / 10) : 0);
  }

  /** Takes a place. Returns false if none is free. */
  boolean take() {
    if (taken.incrementAndGet() <= max && statistics.open(maxOfServer)) {
      return true;
    }
    taken.decrementAndGet();
    statistics.refuse();
    return false;
  }

  void release() {
    taken.decrementAndGet();
    statistics.close();
  }
}
