package io.snowbraid.server.internal.services;

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

  public long succeeded() {
    return succeeded.sum();
  }

  public long refused() {
    return refused.sum();
  }

  public long failed() {
    return failed.sum();
  }
}
