package io.snowbraid.server.internal.http;

import java.util.concurrent.atomic.LongAdder;

/** Counts answers. Safe for use by any number of threads. */
public final class HttpStatistics {

  private final LongAdder succeeded = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failed = new LongAdder();

  void answered(int status) {
    if (status < 400) {
      succeeded.increment();
    } else if (status < 500) {
      refused.increment();
    } else {
      failed.increment();
    }
  }

  long succeeded() {
    return succeeded.sum();
  }

  long refused() {
    return refused.sum();
  }

  long failed() {
    return failed.sum();
  }
}
