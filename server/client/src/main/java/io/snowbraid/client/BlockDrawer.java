package io.snowbraid.client;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Draws blocks in a background thread, one at a time. It stays with a server until that fails, and
 * then asks the next one. While ids are discarded for the sake of their order, it continues without
 * a call that waits, so that only time in which ids were asked for counts.
 */
final class BlockDrawer implements AutoCloseable {

  private static final Duration MIN_PAUSE = Duration.ofMillis(50);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
  private static final Duration ORDER_PAUSE = Duration.ofMillis(5);

  private final ClientSettings settings;
  private final BlockBuffer buffer;
  private final ServerLink link;
  private final BlockPlan plan;
  private final RisingOrder order;
  private final ScheduledThreadPoolExecutor executor;
  private final AtomicBoolean isDrawing = new AtomicBoolean();
  private volatile @Nullable DrawFailure failure;
  private volatile long notBefore = System.nanoTime();
  private long pauseNanos;

  /** How many lower numbers a server may still have, more with each block that was discarded. */
  private long toSkip;

  private int preferred;

  BlockDrawer(
      ClientSettings settings,
      BlockBuffer buffer,
      ThreadFactory threads,
      Supplier<DeadlineSocket> sockets) {
    this.settings = settings;
    this.buffer = buffer;
    this.link = new ServerLink(settings, sockets);
    this.plan =
        new BlockPlan(
            settings.targetNanos(),
            settings.idsPerRequest(),
            ServerConnection.requestBytes(settings));
    this.order = new RisingOrder(settings.tag() != null, settings.orderWait().toNanos());
    this.executor = ClientThreads.executor(threads);
  }

  /** Requests a draw, if one is needed then. */
  void request() {
    if (!isDrawing.getAndSet(true)) {
      try {
        submit(Math.max(0, notBefore - System.nanoTime()));
      } catch (Throwable e) { // such as no memory for a thread: a later call has to try again
        isDrawing.set(false);
        throw e;
      }
    }
  }

  private void submit(long delayNanos) {
    try {
      executor.prestartCoreThread(); // if this fails, nothing is queued
      executor.schedule(this::run, delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) { // the client is closed
    }
  }

  @Nullable DrawFailure failure() {
    return failure;
  }

  private void run() {
    boolean isPausing = false;
    try {
      while (!isPausing && buffer.isLow()) {
        isPausing = !round();
      }
    } finally {
      isDrawing.set(false);
    }
    if (buffer.isLow() && (!isPausing || buffer.needed() > 0 || order.isTrying())) {
      request();
    } else {
      order.rest();
    }
  }

  /** Asks each server once, until one gives ids. Returns false if there has to be a pause. */
  private boolean round() {
    Map<ServerAddress, String> reasons = new LinkedHashMap<>();
    boolean isFinal = true;
    int servers = settings.addresses().size();
    for (int tried = 0; tried < servers && !buffer.isClosed(); tried++) {
      ServerAddress address = settings.addresses().get(preferred);
      try {
        return draw(address);
      } catch (Throwable e) { // whatever foreign code throws, calls must learn of it
        link.disconnect();
        preferred = (preferred + 1) % servers;
        reasons.put(address, DrawFailure.reason(e, settings.timeout()));
        String remedy = DrawFailure.remedy(e);
        isFinal &= remedy != null;
        boolean isLast = tried == servers - 1;
        failure =
            new DrawFailure(new LinkedHashMap<>(reasons), e, isLast && isFinal ? remedy : null);
      }
    }
    pauseNanos = Math.min(MAX_PAUSE.toNanos(), Math.max(MIN_PAUSE.toNanos(), 2 * pauseNanos));
    notBefore = System.nanoTime() + pauseNanos;
    buffer.failRound();
    return false;
  }

  private boolean draw(ServerAddress address) throws IOException {
    long clearings = buffer.clearings();
    long begun = System.nanoTime();
    int size = plan.size(begun, buffer.issued(), Math.max(buffer.needed(), toSkip));
    long[] drawn = link.draw(address, size);
    long[] accepted = order.accept(drawn, System.nanoTime());
    toSkip = accepted.length == 0 && settings.tag() != null ? 2L * size : 0;
    if (accepted.length == 0) {
      discard(address, drawn[size - 1]);
      return false;
    }
    pauseNanos = 0;
    failure = null;
    buffer.add(new Block(accepted, begun), clearings);
    return true;
  }

  /** Draws again after a short pause; if that did not help for long enough, the server fails. */
  private void discard(ServerAddress address, long given) throws ServerErrorException {
    boolean isTag = settings.tag() != null;
    if (isTag && !order.isTrying()) {
      throw ServerErrorException.low(
          given, order.last(), "advance the tag past all numbers in use");
    }
    ServerErrorException low = ServerErrorException.low(given, order.last(), null);
    failure =
        new DrawFailure(Map.of(address, DrawFailure.reason(low, settings.timeout())), low, null);
    pauseNanos = 0;
    notBefore = System.nanoTime() + ORDER_PAUSE.toNanos();
  }

  /** Discards what was drawn, ends the connection, and draws nothing until {@link #resume}. */
  void suspend() {
    link.suspend();
    buffer.clear();
  }

  /** Ends what {@link #suspend} began. */
  void resume() {
    link.resume();
  }

  /** Ends the thread, and a draw in progress. */
  @Override
  public void close() {
    executor.shutdownNow();
    link.close();
  }
}
