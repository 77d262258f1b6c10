package io.snowbraid.server.internal.services;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts answers by HTTP. Safe for use by any number of threads. */
public final class HttpStatistics {

  private final LongAdder succeeded = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failed = new LongAdder();

  public void answered(int status) {
    if (status < 400) {
      succeeded.increment();
    } else if (status < 500) {
      refused.increment();
    } else {
      failed.increment();
    }
  }

  /** Returns how many there were, by what their statuses have in common. */
  Map<String, Long> counts() {
    return Map.of("2xx", succeeded.sum(), "4xx", refused.sum(), "5xx", failed.sum());
  }
}
