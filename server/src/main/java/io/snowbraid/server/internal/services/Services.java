package io.snowbraid.server.internal.services;

import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.internal.access.Authenticator;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all connections share.
 *
 * @param blocks the id blocks; null if they are not served
 * @param keyed the numbers per key; null if they are not served
 * @param keyedWait how long a call waits for a number per key that cannot be issued yet
 * @param isDraining whether the server is about to shut down
 * @param nanoTime the monotonic clock that determines the age of tokens
 */
public record Services(
    Snowflake ids,
    SegmentGenerators segments,
    @Nullable IdBlocks blocks,
    @Nullable KeyedNumbers keyed,
    Duration keyedWait,
    ServerLimits limits,
    Authenticator authenticator,
    Queues queues,
    Statistics statistics,
    Figures figures,
    BooleanSupplier isDraining,
    LongSupplier nanoTime) {

  /**
   * Fills the rest of an array.
   *
   * @param issued how many numbers the array has already
   * @param rest issues the missing numbers
   */
  public static long[] complete(long[] target, int issued, Consumer<long[]> rest) {
    long[] missing = new long[target.length - issued];
    rest.accept(missing);
    System.arraycopy(missing, 0, target, issued, missing.length);
    return target;
  }
}
