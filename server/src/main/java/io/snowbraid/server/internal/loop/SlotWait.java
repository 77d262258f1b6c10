package io.snowbraid.server.internal.loop;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.snowbraid.internal.Log;
import io.snowbraid.keyed.KeyedNumbers;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tries a call of a key again whenever something about its slot has changed, until a limit. No
 * thread waits. When the promise of its answer is done or cancelled, nothing is left behind.
 *
 * <p>Used by the thread of an event loop only, but for {@link #run}.
 *
 * @param <T> the answers
 */
public final class SlotWait<T> implements Runnable {

  /** A call. */
  @FunctionalInterface
  public interface Attempt<T> {

    /**
     * Makes the call, in the thread of the loop.
     *
     * @param isLast whether the limit is reached, so that it has to be answered one way or another
     * @return the answer; null to wait on
     */
    @Nullable T make(boolean isLast);
  }

  private static final String FAILED = "a call of a key failed unexpectedly";

  private final KeyedNumbers keyed;
  private final int slot;
  private final EventLoop loop;
  private final Attempt<T> attempt;
  private final Promise<T> answer;
  private boolean isRegistered;

  private SlotWait(
      KeyedNumbers keyed, int slot, EventLoop loop, Attempt<T> attempt, Promise<T> answer) {
    this.keyed = keyed;
    this.slot = slot;
    this.loop = loop;
    this.attempt = attempt;
    this.answer = answer;
  }

  /**
   * Begins to wait.
   *
   * @param attempt made several times, and not by this
   * @param answer fails with a {@link RuntimeException} if the call throws
   */
  public static <T> void begin(
      KeyedNumbers keyed,
      int slot,
      Duration limit,
      EventLoop loop,
      Attempt<T> attempt,
      Promise<T> answer) {
    SlotWait<T> wait = new SlotWait<>(keyed, slot, loop, attempt, answer);
    Future<?> end = loop.schedule(() -> wait.tryAgain(true), limit.toNanos(), TimeUnit.NANOSECONDS);
    answer.addListener(
        done -> {
          end.cancel(false);
          wait.unregister();
        });
    wait.register();
  }

  private void register() {
    isRegistered = true;
    keyed.await(slot, this);
  }

  private void unregister() {
    if (isRegistered) {
      isRegistered = false;
      keyed.cancel(slot, this);
    }
  }

  /** Called in any thread when something about the slot has changed. */
  @Override
  public void run() {
    try {
      loop.execute(this::wake);
    } catch (RejectedExecutionException e) { // the server has been closed, and the connection too
    }
  }

  private void wake() {
    isRegistered = false;
    tryAgain(false);
    if (!answer.isDone()) {
      register();
    }
  }

  private void tryAgain(boolean isLast) {
    if (answer.isDone()) {
      return;
    }
    try {
      T made = attempt.make(isLast);
      if (made != null) {
        answer.trySuccess(made);
      }
    } catch (Throwable e) { // its client must not wait forever
      Log.warn(FAILED, e);
      answer.tryFailure(new IllegalStateException(FAILED, e));
    }
  }
}
