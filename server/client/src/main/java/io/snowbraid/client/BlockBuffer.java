package io.snowbraid.client;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.DrawPlan;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.NumberBuffer;
import io.snowbraid.internal.Range;
import io.snowbraid.internal.Scheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Draws blocks from servers. It uses one server until that fails, then tries the next. A draw whose
 * ids must all be discarded is repeated for a limited time.
 */
final class BlockBuffer extends NumberBuffer {

  private static final int MAX = 10_000;

  private static final int MAX_REQUESTS = 100;

  /** The most bytes of a block's requests, so that they fit into the socket's buffers. */
  private static final int MAX_BYTES = 1 << 14;

  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
  private static final long ORDER_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final ClientSettings settings;
  private final int max;
  private final MonotonicTime time;
  private final ServerLink link;
  private final RisingOrder order;
  private volatile @Nullable DrawFailure latest;
  private long endedAt;

  /** How many lower numbers a server may still have; grows with each discarded block. */
  private long toSkip;

  private int preferred;

  BlockBuffer(ClientSettings settings, MonotonicTime time, Scheduler scheduler) {
    super(settings, plan(settings), settings.maxAge(), time, scheduler);
    this.settings = settings;
    this.max = max(settings);
    this.time = time;
    this.link = new ServerLink(settings);
    this.order = new RisingOrder(settings.tag != null, settings.orderWait.toNanos());
  }

  private static DrawPlan plan(ClientSettings settings) {
    return new DrawPlan(settings.target(), 1, 1, max(settings), true);
  }

  static int max(ClientSettings settings) {
    int fitting = MAX_BYTES / ServerConnection.requestBytes(settings);
    int requests = Math.max(1, Math.min(MAX_REQUESTS, fitting));
    return Math.min(MAX, requests * settings.idsPerRequest);
  }

  /** Tries each server once, until one returns ids. */
  @Override
  protected Range draw(long count) throws DrawFailure {
    if (time.nanoTime() - endedAt > 2 * MAX_PAUSE.toNanos()) {
      order.rest(); // no call has waited since
    }
    try {
      return drawFromAny(count);
    } finally {
      endedAt = time.nanoTime();
    }
  }

  private Range drawFromAny(long count) throws DrawFailure {
    Map<ServerAddress, String> reasons = new LinkedHashMap<>();
    boolean isFinal = true;
    int servers = settings.addresses.size();
    for (int left = servers - 1; ; left--) {
      ServerAddress address = settings.addresses.get(preferred);
      try {
        Range drawn = drawFrom(address, count);
        latest = null;
        return drawn;
      } catch (Throwable e) { // whatever foreign code throws, calls must learn of it
        link.disconnect();
        preferred = (preferred + 1) % servers;
        reasons.put(address, DrawFailure.reason(e, settings.timeout()));
        String remedy = e instanceof ServerErrorException error ? error.remedy() : null;
        isFinal &= remedy != null;
        DrawFailure failure = new DrawFailure(reasons, e, isFinal ? remedy : null);
        latest = failure;
        if (left == 0) {
          throw failure;
        }
      }
    }
  }

  private Range drawFrom(ServerAddress address, long count) throws IOException {
    while (true) {
      long begun = time.nanoTime();
      int size = (int) Math.min(max, Math.max(count, toSkip));
      long[] drawn = link.draw(address, size);
      long[] accepted = order.accept(drawn, time.nanoTime());
      toSkip = accepted.length == 0 && settings.tag != null ? 2L * size : 0;
      if (accepted.length > 0) {
        return Range.of(accepted, begun);
      }
      boolean isTrying = order.isTrying();
      String remedy =
          isTrying || settings.tag == null ? null : "advance the tag past all numbers in use";
      ServerErrorException low = ServerErrorException.low(drawn[size - 1], order.last(), remedy);
      if (!isTrying) {
        throw low;
      }
      latest =
          new DrawFailure(Map.of(address, DrawFailure.reason(low, settings.timeout())), low, null);
      time.await(ORDER_PAUSE_NANOS);
    }
  }

  /** Discards prefetched ids, closes the connection, and stops drawing until {@link #resume}. */
  void suspend() {
    link.suspend();
    discard();
  }

  void resume() {
    link.resume();
  }

  /** Stops drawing, and fails a draw in progress. */
  void close() {
    end();
    link.close();
  }

  @Override
  protected boolean isFinal(Throwable cause) {
    return cause instanceof DrawFailure failure && failure.remedy() != null;
  }

  @Override
  protected Duration maxWait() {
    return settings.maxWait();
  }

  @Override
  protected Duration maxPauseOfCalls() {
    return MAX_PAUSE;
  }

  @Override
  protected GeneratorClosedException closedFailure() {
    return new GeneratorClosedException("client for " + this + " is closed; build a new one");
  }

  @Override
  protected SnowbraidException unavailable(@Nullable Failure last, Deadline deadline) {
    if (last != null && last.cause() instanceof DrawFailure rejection && last.isFinal()) {
      return new RequestRejectedException(
          message(deadline, Log.text(rejection), String.valueOf(rejection.remedy())), rejection);
    }
    DrawFailure latestFailure = latest;
    Throwable failure = latestFailure == null && last != null ? last.cause() : latestFailure;
    String text = failure == null ? "none yet" : Log.text(failure);
    String remedy = "check that these servers are running and reachable";
    return new IdsUnavailableException(message(deadline, text, remedy), failure);
  }

  private String message(Deadline deadline, String failures, String remedy) {
    return "no server returned "
        + settings.wanted()
        + " within "
        + deadline.elapsed().toMillis()
        + " ms: addresses="
        + settings.addresses
        + ", failures="
        + failures
        + "; "
        + remedy;
  }

  @Override
  public String toString() {
    return settings.wanted() + " from " + settings.addresses;
  }
}
