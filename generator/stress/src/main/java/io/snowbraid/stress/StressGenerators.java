package io.snowbraid.stress;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;

/** StressGenerators to meet on. */
final class StressGenerators {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Two ids a timeline, four a tick; the fields that count are neighbours, so ids are too. */
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

  /** Each generator lives for one meeting only: a short horizon lets go of it soon. */
  private static Snowflake.Builder builder() {
    return Snowflake.builder().worker(Always::new).horizon(Duration.ofSeconds(1));
  }

  /** A worker without a past, as often as it is asked for. */
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
      // nobody else asks
    }
  }
}
