package io.snowbraid.worker;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Temporary. */
public final class MemoryWorkerSource implements WorkerSource {

  private static final class Row {
    Object holder;
    long[] ticks;
    long expires;
  }

  private final InstantSource clock;
  private final Map<Integer, Row> rows = new HashMap<>();

  public MemoryWorkerSource(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public WorkerLease acquire(WorkerClaim claim) {
    long now = clock.millis();
    for (int w = 0; w < claim.workers(); w++) {
      Row row = rows.get(w);
      if (row != null && row.expires == 0 && claim.canStart(row.ticks)) {
        return take(w, row, claim, now);
      }
    }
    for (int w = 0; w < claim.workers(); w++) {
      if (!rows.containsKey(w)) {
        Row row = new Row();
        row.ticks = new long[claim.lanes()];
        java.util.Arrays.fill(row.ticks, -1);
        rows.put(w, row);
        return take(w, row, claim, now);
      }
    }
    for (int w = 0; w < claim.workers(); w++) {
      Row row = rows.get(w);
      if (row.expires < now) {
        return take(w, row, claim, now);
      }
    }
    throw new WorkerSourceException("all taken");
  }

  public void expire(int worker) {
    rows.get(worker).expires = 1;
  }

  private WorkerLease take(int w, Row row, WorkerClaim claim, long now) {
    Object me = new Object();
    row.holder = me;
    row.expires = now + claim.horizon().toMillis();
    long[] found = row.ticks.clone();
    return new WorkerLease() {
      @Override
      public int worker() {
        return w;
      }

      @Override
      public long[] lastTicks() {
        return found.clone();
      }

      @Override
      public boolean extend(long[] lastTicks) {
        if (row.holder != me) {
          return false;
        }
        row.ticks = lastTicks.clone();
        row.expires = clock.millis() + claim.horizon().toMillis();
        return true;
      }

      @Override
      public void release(long[] lastTicks) {
        if (extend(lastTicks)) {
          row.expires = 0;
          row.holder = null;
        }
      }

      @Override
      public Optional<Instant> storeTime() {
        return Optional.of(clock.instant());
      }
    };
  }
}
