package io.snowbraid.server;

import io.snowbraid.server.internal.services.Statistics;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts a port's connections. If there are two ports, clients of one cannot use up the connections
 * reserved for the other.
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
   * Creates a counter without connections.
   *
   * @param maxOfServer the server's connection limit
   * @param isShared whether there is another port
   */
  PortConnections(Statistics statistics, int maxOfServer, boolean isShared) {
    this.statistics = statistics;
    this.maxOfServer = maxOfServer;
    this.max = maxOfServer - (isShared ? Math.min(MAX_FOR_OTHERS, maxOfServer / 10) : 0);
  }

  /** Counts one more connection; returns false if the limit is reached. */
  boolean take() {
    if (taken.incrementAndGet() <= max && statistics.open(maxOfServer)) {
      return true;
    }
    taken.decrementAndGet();
    statistics.refused.increment();
    return false;
  }

  void release() {
    taken.decrementAndGet();
    statistics.connected.decrementAndGet();
  }
}
