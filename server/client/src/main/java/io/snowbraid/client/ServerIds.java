package io.snowbraid.client;

import io.snowbraid.GeneratorClosedException;
import io.snowbraid.IdGenerator;
import io.snowbraid.IdsUnavailableException;
import io.snowbraid.WaitInterruptedException;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Issues ids of Snowbraid servers, or numbers of a tag, from blocks that it draws ahead.
 *
 * <pre>{@code
 * try (ServerIds ids = ServerIds.builder().addresses("ids-1:7878", "ids-2:7878").build()) {
 *   long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>The servers must have one store, otherwise their ids may be the same. A client stays with one
 * server until that fails or takes longer than {@link ServerIdsBuilder#timeout}; then it asks the
 * next one, in the order of the addresses. While a block lasts, calls neither wait nor notice.
 *
 * <h2>Order</h2>
 *
 * <p>Ids strictly increase over all threads that use the same client. Ids of one server do so by
 * themselves, as long as its clock does not step back by more than a second. Another server has
 * another worker and another clock, so its ids may be lower: within the same millisecond, and for
 * as long as its clock is behind. Numbers of a tag are lower if the other server had drawn them
 * before. The client therefore discards ids that are not above the last one it accepted, and draws
 * again every 5 ms. If that lasts for {@link ServerIdsBuilder#orderWait}, it accepts lower ids,
 * because ids that are out of order are better than none; from these on, ids increase again. So ids
 * increase over fail-over if the clocks of the servers differ by less than {@code orderWait}. Ids
 * that lie within one of the last 1,024 accepted blocks are never accepted again, whatever a server
 * gives. The cost: until then, calls may wait, ids are discarded, and discarded numbers of a tag
 * become gaps, up to what a server had drawn ahead. Several clients have no common order.
 *
 * <p>Numbers of a tag that are not above the last one are never issued, because a store that was
 * restored from a backup gives the same numbers again. If all servers give only such numbers for
 * {@code orderWait}, calls fail until the tag is advanced past all numbers in use.
 *
 * <h2>What is drawn ahead</h2>
 *
 * <p>A block has as many ids as are issued in half of {@link ServerIdsBuilder#maxAge}, or half a
 * second if that is shorter, and at most 10,000. Ids that are older than {@code maxAge} are
 * discarded, so the time of an id is nearly that of the call; numbers of a tag have no time, and do
 * not age. What was not used when the client is closed is lost, so tags have gaps. If the
 * application uses CRaC, what was drawn is discarded before a checkpoint. A snapshot of a virtual
 * machine, or of a process by other means, must not be taken while a client is open: each copy
 * would issue the ids that were drawn.
 *
 * <p>Safe for use by any number of threads, platform or virtual. All communication happens in one
 * daemon thread, which ends when it had nothing to do for 10 seconds. Another one discards old ids,
 * and ends 10 seconds after there are none.
 */
public final class ServerIds implements IdGenerator, AutoCloseable {

  private static final long NOT_WAITED = Long.MIN_VALUE;

  private final ClientSettings settings;
  private final long maxWaitNanos;
  private final BlocksInHand hand = new BlocksInHand();
  private final BlockDrawer drawer;

  /** The registration lasts while it is reachable. */
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Object checkpoints;

  ServerIds(ClientSettings settings) {
    this.settings = settings;
    this.maxWaitNanos = settings.maxWait().toNanos();
    this.drawer = drawer(settings, hand);
    this.checkpoints = CracSupport.register(drawer);
  }

  private static BlockDrawer drawer(ClientSettings settings, BlocksInHand hand) {
    String name = "snowbraid-client-" + settings.wanted();
    BlockExpiry expiry =
        new BlockExpiry(
            hand,
            settings.maxAge().toNanos(),
            ClientThreads.executor(ClientThreads.named(name + "-age")));
    return new BlockDrawer(settings, hand, expiry, ClientThreads.named(name));
  }

  /**
   * Creates a builder for a new client.
   *
   * @return a builder that still needs addresses
   */
  public static ServerIdsBuilder builder() {
    return new ServerIdsBuilder();
  }

  /**
   * Issues one id.
   *
   * @return an id that was never issued before and is never issued again
   * @throws IdsUnavailableException if none are left, and no server gives any in time, or all
   *     reject the request
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public long nextId() {
    Block block = hand.current();
    long index = block.next();
    return block.isCalm(index) ? block.id(index) : nextId(block, index);
  }

  private long nextId(Block block, long index) {
    if (block.contains(index)) {
      drawAheadIfDue(block);
      return block.id(index);
    }
    long[] one = new long[1];
    nextIds(one);
    return one[0];
  }

  private void drawAheadIfDue(Block block) {
    if (block.takeAlarm()) {
      drawer.request();
    }
  }

  /**
   * Fills an array with new ids in ascending order.
   *
   * @param target the array to fill; its length is how many ids are wanted and may be 0
   * @throws IdsUnavailableException if no server gives them all in time, or all reject the request;
   *     ids that were taken before are lost
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public void nextIds(long[] target) {
    int filled = 0;
    long since = NOT_WAITED;
    while (filled < target.length) {
      Block block = hand.current();
      int before = filled;
      filled += block.fill(target, filled);
      if (filled < target.length) {
        since = leave(block, target.length - filled, since);
      } else {
        drawAheadIfDue(block);
      }
      if (before > 0 && filled > before && target[before] < target[before - 1]) {
        Arrays.sort(target, 0, filled); // lower ids were accepted after orderWait
      }
    }
  }

  /**
   * Goes on to the next block, and waits for it if necessary.
   *
   * @param since when the call began to wait, if it has waited for an earlier block
   * @return when the call began to wait
   */
  private long leave(Block used, int missing, long since) {
    if (hand.leave(used)) {
      return since;
    }
    long begun = since == NOT_WAITED ? System.nanoTime() : since;
    long round = hand.failedRounds();
    hand.enter(missing);
    try {
      while (!hand.leave(used)) {
        long seen = hand.failedRounds();
        drawer.request(); // before the check, so that a call that may not wait helps later ones
        requireUsable(seen != round, begun);
        await(used, seen, begun);
      }
    } finally {
      hand.exit(missing);
    }
    return begun;
  }

  private void requireUsable(boolean hasFailed, long begun) {
    if (hand.isClosed()) {
      throw new GeneratorClosedException(
          "client must be open: it draws "
              + settings.wanted()
              + " from "
              + settings.addresses()
              + " and is closed; build another one");
    }
    DrawFailure failure = drawer.failure();
    String remedy = failure == null ? null : failure.remedy();
    if (hasFailed && remedy != null) {
      throw unavailable(failure, begun, remedy);
    }
    if (System.nanoTime() - begun >= maxWaitNanos) {
      throw unavailable(failure, begun, "check that these servers run and can be reached");
    }
  }

  private void await(Block used, long seenRounds, long begun) {
    long left = maxWaitNanos - (System.nanoTime() - begun);
    try {
      hand.await(used, seenRounds, left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException(settings.wanted() + " from " + settings.addresses());
    }
  }

  private IdsUnavailableException unavailable(
      @Nullable DrawFailure failure, long begun, String remedy) {
    String tag = settings.tag();
    String rule =
        tag == null
            ? "ids must be drawn before a call takes them: "
            : "numbers of a tag must be drawn before a call takes them: tag=" + tag + ", ";
    String message =
        rule
            + "waited for "
            + Duration.ofNanos(System.nanoTime() - begun).toMillis()
            + " ms, addresses="
            + settings.addresses()
            + ", failures="
            + (failure == null ? "none yet" : failure.reasons())
            + "; "
            + remedy;
    return failure == null
        ? new IdsUnavailableException(message)
        : new IdsUnavailableException(message, failure.cause());
  }

  /**
   * Ends the connection and the thread. Waits for nothing; calls that wait fail, and those that
   * come later, too. What was drawn ahead is lost.
   */
  @Override
  public void close() {
    hand.close();
    drawer.close();
  }

  @Override
  public String toString() {
    return "ServerIds[" + settings.wanted() + " from " + settings.addresses() + "]";
  }
}
