package io.snowbraid.server.internal.services;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * A histogram of the durations of one kind of request.
 *
 * <p>Thread-safe.
 */
public final class Latency {

  /** The upper bounds of all buckets except the last, in microseconds. */
  private static final long[] BOUNDS = {
    100, 250, 500,
    1_000, 2_500, 5_000,
    10_000, 25_000, 50_000,
    100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 10_000_000
  };

  private final LongAdder[] counts =
      IntStream.rangeClosed(0, BOUNDS.length)
          .mapToObj(i -> new LongAdder())
          .toArray(LongAdder[]::new);

  private final LongAdder nanos = new LongAdder();

  /** Adds requests with the same duration. */
  public void add(long tookNanos, int requests) {
    long micros = TimeUnit.NANOSECONDS.toMicros(tookNanos);
    int bucket = 0;
    while (bucket < BOUNDS.length && micros > BOUNDS[bucket]) {
      bucket++;
    }
    counts[bucket].add(requests);
    nanos.add(tookNanos * requests);
  }

  /** Returns the upper bounds of the buckets in seconds; the last is infinite. */
  public static double[] bounds() {
    return IntStream.rangeClosed(0, BOUNDS.length)
        .mapToDouble(i -> i == BOUNDS.length ? Double.POSITIVE_INFINITY : BOUNDS[i] / 1e6)
        .toArray();
  }

  /** Returns the number of requests in each bucket. */
  public long[] counts() {
    return IntStream.range(0, counts.length).mapToLong(i -> counts[i].sum()).toArray();
  }

  public double seconds() {
    return nanos.sum() / 1e9;
  }
}
