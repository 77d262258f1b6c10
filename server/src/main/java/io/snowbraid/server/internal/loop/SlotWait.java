package io.snowbraid.server.internal.loop;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.snowbraid.keyed.KeyedNumbers;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tries a call of a key again whenever something about its slot has changed, until a limit. No
 * thread waits.
 *
 * <p>Used by the thread of an event loop only, but for {@link #run}.
 */
public final class SlotWait implements Runnable {

  /** A call. */
  @FunctionalInterface
  public interface Attempt {

    /**
     * Makes the call, in the thread of the loop.
     *
     * @param isLast whether the limit is reached, so that it has to be answered one way or another
     * @return what is done once the wait is over; null to wait on
     */
    @Nullable Runnable make(boolean isLast);
  }

  private final KeyedNumbers keyed;
  private final int slot;
  private final LoopClient client;
  private final EventLoop loop;
  private final Attempt attempt;
  private @Nullable Future<?> end;
  private boolean isRegistered;
  private boolean isDone;

  /**
   * Creates a wait that has not begun.
   *
   * @param client fails if the call throws
   * @param attempt made several times, and not by {@link #begin}
   */
  public SlotWait(
      KeyedNumbers keyed, int slot, LoopClient client, EventLoop loop, Attempt attempt) {
    this.keyed = keyed;
    this.slot = slot;
    this.client = client;
    this.loop = loop;
    this.attempt = attempt;
  }

  /** Begins to wait. */
  public void begin(Duration limit) {
    Runnable last = () -> client.run(() -> tryAgain(true));
    end = loop.schedule(last, limit.toNanos(), TimeUnit.NANOSECONDS);
    register();
  }

  private void register() {
    isRegistered = true;
    keyed.await(slot, this);
  }

  /** Called in any thread when something about the slot has changed. */
  @Override
  public void run() {
    try {
      loop.execute(() -> client.run(this::wake));
    } catch (RejectedExecutionException e) { // the server has been closed, and the connection too
    }
  }

  private void wake() {
    isRegistered = false;
    tryAgain(false);
    if (!isDone) {
      register();
    }
  }

  private void tryAgain(boolean isLast) {
    Runnable whenDone = isDone ? null : attempt.make(isLast);
    if (whenDone != null) {
      cancel();
      whenDone.run();
    }
  }

  /** Ends the wait, and leaves nothing behind. */
  public void cancel() {
    isDone = true;
    if (isRegistered) {
      isRegistered = false;
      keyed.cancel(slot, this);
    }
    if (end != null) {
      end.cancel(false);
    }
  }
}
