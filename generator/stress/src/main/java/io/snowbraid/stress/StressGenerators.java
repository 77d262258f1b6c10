package io.snowbraid.stress;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;

/** Creates generators that two threads use at the same time. */
final class StressGenerators {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * Two ids per timeline, four per tick. The fields that change are adjacent, so the ids are
   * consecutive.
   */
  private static final Layout TINY =
      Layout.parse("time=41,timeline=1,sequence=1,epoch=2025-01-01T00:00:00Z");

  private StressGenerators() {}

  static Snowflake onFrozenClock() {
    return withClock(() -> START);
  }

  static Snowflake withClock(InstantSource clock) {
    return builder().clock(clock).build();
  }

  static Snowflake tinyOnStillClock() {
    return builder().layout(TINY).clock(() -> START).build();
  }

  /** Each generator is used only once; with a short horizon it is collected soon. */
  private static Snowflake.Builder builder() {
    return Snowflake.builder().worker(Always::new).horizon(Duration.ofSeconds(1));
  }

  /** Leases the same unused worker at each request. */
  private record Always(WorkerRequest request) implements WorkerLease {

    @Override
    public int worker() {
      return 0;
    }

    @Override
    public long[] lastTicks() {
      long[] never = new long[request.lanes()];
      Arrays.fill(never, -1);
      return never;
    }

    @Override
    public boolean extend(long[] lastTicks) {
      return true;
    }

    @Override
    public void release(long[] lastTicks) {
      // there is no other holder
    }
  }
}
