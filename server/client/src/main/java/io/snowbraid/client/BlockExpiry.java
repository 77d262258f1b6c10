package io.snowbraid.client;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Discards ids that are too old, in a thread of its own, because the one that draws may be waiting
 * for a server.
 */
final class BlockExpiry implements AutoCloseable {

  private final BlockBuffer buffer;
  private final long maxAgeNanos;
  private final ScheduledThreadPoolExecutor executor;
  private final AtomicBoolean isScheduled = new AtomicBoolean();

  /**
   * Creates the expiry of one client, without a thread.
   *
   * @param maxAgeNanos how old ids may be; {@link Long#MAX_VALUE} if they do not age
   */
  BlockExpiry(BlockBuffer buffer, long maxAgeNanos, ScheduledThreadPoolExecutor executor) {
    this.buffer = buffer;
    this.maxAgeNanos = maxAgeNanos;
    this.executor = executor;
  }

  /** Adds a block, unless there can be no thread that discards it. */
  void add(Block block, long seenClearings) {
    if (maxAgeNanos == Long.MAX_VALUE) {
      buffer.add(block, seenClearings);
      return;
    }
    executor.prestartCoreThread();
    buffer.add(block, seenClearings);
    expireAfter(maxAgeNanos);
  }

  private void expireAfter(long nanos) {
    if (!isScheduled.getAndSet(true)) {
      try {
        executor.schedule(this::expire, nanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) { // the client is closed
      }
    }
  }

  private void expire() {
    isScheduled.set(false); // before the blocks are seen, so that none is missed
    long left = buffer.expire(System.nanoTime(), maxAgeNanos);
    if (left >= 0) {
      expireAfter(left);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
