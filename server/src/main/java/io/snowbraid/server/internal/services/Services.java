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
 * @param blocks the blocks of ids; null if they are not served
 * @param keyed the numbers per key; null if they are not served
 * @param keyedWait how long a call waits for a number per key that cannot be issued now
 * @param isDraining whether the server is about to end
 * @param nanoTime the steady clock by which tokens get old
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
   * Issues the numbers that are missing in an array.
   *
   * @param issued how many are there
   * @param rest issues the others
   */
  public static long[] complete(long[] target, int issued, Consumer<long[]> rest) {
    long[] missing = new long[target.length - issued];
    rest.accept(missing);
    System.arraycopy(missing, 0, target, issued, missing.length);
    return target;
  }
}
