package io.snowbraid.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Draws blocks in a background thread, one at a time. It stays with a server until that fails, and
 * then asks the next one. The thread exists while there is work, and ends after 10 idle seconds.
 */
final class BlockDrawer implements AutoCloseable {

  private static final Duration LEAST_PAUSE = Duration.ofMillis(50);
  private static final Duration MOST_PAUSE = Duration.ofSeconds(1);
  private static final Duration ORDER_PAUSE = Duration.ofMillis(5);
  private static final int REST_SECONDS = 10;

  /**
   * Why there are no ids.
   *
   * @param reasons what each server has done, by its address, in the order of the requests; never
   *     changed
   * @param cause the last failure
   * @param isRejection whether no server gives ids until somebody changes something
   */
  record Failure(Map<ServerAddress, String> reasons, Throwable cause, boolean isRejection) {}

  private final ClientSettings settings;
  private final BlocksInHand hand;
  private final ServerLink link;
  private final BlockPlan plan;
  private final RisingOrder order;
  private final long maxAgeNanos;
  private final ScheduledThreadPoolExecutor executor;
  private final AtomicBoolean isDrawing = new AtomicBoolean();
  private volatile @Nullable Failure failure;
  private volatile long notBefore = System.nanoTime();
  private boolean isExpiring;
  private long pauseNanos;

  /** How many lower numbers a server may still have, more with each block that was discarded. */
  private long toSkip;

  private int preferred;

  BlockDrawer(ClientSettings settings, BlocksInHand hand) {
    this.settings = settings;
    this.hand = hand;
    this.link = new ServerLink(settings);
    this.plan = new BlockPlan(settings.targetNanos(), settings.idsPerRequest());
    this.order = new RisingOrder(settings.orderWait().toNanos());
    this.maxAgeNanos = settings.maxAge().toNanos();
    this.executor = executor("snowbraid-client-" + settings.wanted());
  }

  private static ScheduledThreadPoolExecutor executor(String name) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(null, work, name, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
    executor.setKeepAliveTime(REST_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** Requests a draw, if one is needed then. */
  void request() {
    if (!isDrawing.getAndSet(true)) {
      submit(this::run, Math.max(0, notBefore - System.nanoTime()));
    }
  }

  @Nullable Failure failure() {
    return failure;
  }

  private void submit(Runnable work, long delayNanos) {
    try {
      Object unused = executor.schedule(work, delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) { // the client is closed
    }
  }

  private void run() {
    boolean isPausing = false;
    try {
      while (!isPausing && hand.isLow()) {
        isPausing = !round();
      }
    } finally {
      isDrawing.set(false);
    }
    if (hand.needed() > 0 || (!isPausing && hand.isLow())) {
      request();
    }
  }

  /** Asks each server once, until one gives ids. Returns false if there has to be a pause. */
  private boolean round() {
    Map<ServerAddress, String> reasons = new LinkedHashMap<>();
    boolean isRejection = true;
    int servers = settings.addresses().size();
    for (int tried = 0; tried < servers && !hand.isClosed(); tried++) {
      ServerAddress address = settings.addresses().get(preferred);
      try {
        return draw(address);
      } catch (Throwable e) { // whatever foreign code throws, calls must learn of it
        link.disconnect();
        preferred = (preferred + 1) % servers;
        reasons.put(address, reason(e));
        isRejection &= isRejection(e);
        boolean isLast = tried == servers - 1;
        failure = new Failure(new LinkedHashMap<>(reasons), e, isLast && isRejection);
      }
    }
    pauseNanos = Math.min(MOST_PAUSE.toNanos(), Math.max(LEAST_PAUSE.toNanos(), 2 * pauseNanos));
    notBefore = System.nanoTime() + pauseNanos;
    hand.failRound();
    return false;
  }

  private boolean draw(ServerAddress address) throws IOException {
    long begun = System.nanoTime();
    int size = plan.size(begun, hand.issued(), Math.max(hand.needed(), toSkip));
    long[] accepted = order.accept(link.draw(address, size), System.nanoTime());
    pauseNanos = 0;
    toSkip = accepted.length == 0 && settings.tag() != null ? 2L * size : 0;
    if (accepted.length == 0) {
      notBefore = System.nanoTime() + ORDER_PAUSE.toNanos();
      return false;
    }
    failure = null;
    hand.add(new Block(accepted, begun));
    if (!isExpiring && maxAgeNanos < Long.MAX_VALUE) {
      expireAfter(maxAgeNanos);
    }
    return true;
  }

  private void expireAfter(long nanos) {
    isExpiring = true;
    submit(this::expire, nanos);
  }

  private void expire() {
    isExpiring = false;
    long left = hand.expire(System.nanoTime(), maxAgeNanos);
    if (left >= 0) {
      expireAfter(left);
    }
  }

  private String reason(Throwable failed) {
    if (failed instanceof SocketTimeoutException) {
      return "it did not answer within " + settings.timeout().toMillis() + " ms";
    }
    String message = failed.getMessage();
    return message == null ? failed.getClass().getName() : message;
  }

  private static boolean isRejection(Throwable failed) {
    return failed instanceof ServerErrorException error && error.isRejection();
  }

  /** Ends the thread, and a draw in progress. */
  @Override
  public void close() {
    executor.shutdownNow();
    link.close();
  }
}
