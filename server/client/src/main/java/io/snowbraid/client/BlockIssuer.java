package io.snowbraid.client;

import io.snowbraid.GeneratorClosedException;
import io.snowbraid.IdsUnavailableException;
import io.snowbraid.WaitInterruptedException;
import io.snowbraid.internal.CracSupport;
import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Issues the ids of blocks, and waits for blocks. Safe for use by any number of threads, platform
 * or virtual.
 */
final class BlockIssuer {

  private final ClientSettings settings;
  private final Duration maxWait;
  private final BlockBuffer buffer = new BlockBuffer();
  private final BlockDrawer drawer;

  /** The registration lasts while it is reachable. */
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Object checkpoints;

  BlockIssuer(ClientSettings settings) {
    this.settings = settings;
    this.maxWait = settings.maxWait();
    this.drawer = drawer(settings, buffer);
    this.checkpoints = CracSupport.register(drawer::suspend, drawer::resume);
  }

  private static BlockDrawer drawer(ClientSettings settings, BlockBuffer buffer) {
    String name = "snowbraid-client-" + settings.wanted();
    BlockExpiry expiry =
        new BlockExpiry(
            buffer,
            settings.maxAge().toNanos(),
            ClientThreads.executor(ClientThreads.named(name + "-age")));
    return new BlockDrawer(settings, buffer, expiry, ClientThreads.named(name));
  }

  long nextId() {
    Block block = buffer.current();
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

  void nextIds(long[] target) {
    int filled = 0;
    Deadline deadline = null;
    while (filled < target.length) {
      Block block = buffer.current();
      int before = filled;
      filled += block.fill(target, filled);
      if (filled < target.length) {
        deadline = leave(block, target.length - filled, deadline);
      } else {
        drawAheadIfDue(block);
      }
      if (before > 0 && filled > before && target[before] < target[before - 1]) {
        Arrays.sort(target, 0, filled); // lower ids were accepted after orderWait
      }
    }
  }

  /**
   * Moves to the next block, and waits for it if necessary.
   *
   * @param earlier the deadline of the call, if it has waited for an earlier block
   * @return the deadline of the call, if it has waited
   */
  private @Nullable Deadline leave(Block used, int missing, @Nullable Deadline earlier) {
    if (buffer.leave(used)) {
      return earlier;
    }
    Deadline deadline = earlier == null ? Deadline.after(maxWait, MonotonicTime.SYSTEM) : earlier;
    long round = buffer.failedRounds();
    buffer.enter(missing);
    try {
      while (!buffer.leave(used)) {
        long seen = buffer.failedRounds();
        drawer.request(); // before the check, so that a call that may not wait helps later ones
        requireUsable(seen != round, deadline);
        await(used, seen, deadline);
      }
    } finally {
      buffer.exit(missing);
    }
    return deadline;
  }

  private void requireUsable(boolean hasFailed, Deadline deadline) {
    if (buffer.isClosed()) {
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
      throw unavailable(failure, deadline, remedy);
    }
    if (deadline.isOver()) {
      throw unavailable(failure, deadline, "check that these servers run and can be reached");
    }
  }

  private void await(Block used, long seenRounds, Deadline deadline) {
    try {
      buffer.await(used, seenRounds, deadline.remainingNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException(settings.wanted() + " from " + settings.addresses());
    }
  }

  private IdsUnavailableException unavailable(
      @Nullable DrawFailure failure, Deadline deadline, String remedy) {
    String tag = settings.tag();
    String rule =
        tag == null
            ? "ids must be drawn before a call takes them: "
            : "numbers of a tag must be drawn before a call takes them: tag=" + tag + ", ";
    String message =
        rule
            + "waited for "
            + deadline.elapsed().toMillis()
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

  void close() {
    buffer.close();
    drawer.close();
  }

  /** Describes what is issued, for messages. */
  @Override
  public String toString() {
    return settings.wanted() + " from " + settings.addresses();
  }
}
