package io.snowbraid.benchmarks;

import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures single calls under a load that never pauses, and the memory of tags at rest. */
final class SegmentLoad {

  private static final int THREADS = 8;
  private static final int TAGS = 10_000;

  /**
   * So many calls are not timed after each that is, so that reading the clock does not slow them.
   */
  private static final int UNTIMED = 63;

  private SegmentLoad() {}

  /**
   * How long calls took.
   *
   * @param timed how many calls were timed
   * @param nanos the durations of the slowest, ascending
   * @param sum of the numbers, so that they are not optimized away
   */
  record Latencies(long calls, long timed, LongBuffer nanos, long sum) {

    String percentile(double share) {
      int fromTheEnd = (int) ((double) timed * (1 - share));
      return MeasuredValue.number((double) nanos.get(Math.max(0, nanos.limit() - 1 - fromTheEnd)));
    }

    String worstMillis() {
      return String.format(Locale.ROOT, "%.1f", nanos.get(nanos.limit() - 1) / 1e6);
    }
  }

  /** One thread of the load. */
  private static final class Caller extends Thread {

    private static final int SLOWEST = 200_000;

    final IdSupplier ids;
    final long end;
    long calls;
    long timed;
    long sum;
    long[] slowest = new long[2 * SLOWEST];
    int kept;

    Caller(IdSupplier ids, long end) {
      this.ids = ids;
      this.end = end;
    }

    @Override
    public void run() {
      long now;
      do {
        for (int i = 0; i < UNTIMED; i++) {
          sum ^= ids.next();
        }
        long before = System.nanoTime();
        sum ^= ids.next();
        now = System.nanoTime();
        keep(now - before);
        calls += UNTIMED + 1;
        timed++;
      } while (now < end);
    }

    private void keep(long nanos) {
      if (kept == slowest.length) {
        Arrays.sort(slowest);
        System.arraycopy(slowest, SLOWEST, slowest, 0, SLOWEST);
        kept = SLOWEST;
      }
      slowest[kept++] = nanos;
    }
  }

  /** Runs a load. */
  static Latencies run(IdSupplier ids, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Caller caller = new Caller(ids, end);
      callers.add(caller);
      caller.start();
    }
    for (Caller caller : callers) {
      caller.join();
    }
    return new Latencies(
        callers.stream().mapToLong(caller -> caller.calls).sum(),
        callers.stream().mapToLong(caller -> caller.timed).sum(),
        LongBuffer.wrap(
            callers.stream()
                .flatMapToLong(caller -> Arrays.stream(caller.slowest, 0, caller.kept))
                .sorted()
                .toArray()),
        callers.stream().mapToLong(caller -> caller.sum).sum());
  }

  /** Returns the bytes that a tag at rest takes. */
  static long bytesPerTag() throws InterruptedException {
    SegmentSource source = SegmentSource.inMemory();
    try (SegmentGenerators numbers = SegmentGenerators.builder().source(source).build()) {
      for (int i = 0; i < TAGS; i++) {
        source.create("tag" + i, 1);
      }
      long before = used();
      for (int i = 0; i < TAGS; i++) {
        numbers.nextId("tag" + i);
      }
      long after = used();
      return numbers.status().size() == TAGS ? (after - before) / TAGS : -1;
    }
  }

  private static long used() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(100);
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
