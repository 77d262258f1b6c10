package io.snowbraid.stress;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.time.Instant;
import java.time.InstantSource;

/** Generators to meet on. */
final class Generators {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Two ids a timeline, four a tick; the fields that count are neighbours, so ids are too. */
  private static final Layout TINY =
      Layout.parse("time=41,timeline=1,sequence=1,epoch=2025-01-01T00:00:00Z");

  private Generators() {}

  static Snowflake onStillClock() {
    return withClock(() -> START);
  }

  static Snowflake withClock(InstantSource clock) {
    return Snowflake.builder().worker(WorkerSource.fixed(5)).clock(clock).build();
  }

  static Snowflake tinyOnStillClock() {
    return Snowflake.builder()
        .layout(TINY)
        .worker(WorkerSource.fixed(0))
        .clock(() -> START)
        .build();
  }
}
