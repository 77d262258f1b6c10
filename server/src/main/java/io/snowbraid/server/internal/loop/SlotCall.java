package io.snowbraid.server.internal.loop;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.snowbraid.internal.Log;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A call of a key, made in the thread of an event loop. If it is not possible now, it can be tried
 * again whenever something about its slot has changed, until a limit. No thread waits.
 *
 * @param arrived a reading of {@link System#nanoTime} after the call arrived
 * @param call makes the call at a steady time; returns null if it is not possible then
 * @param refusal makes the answer if another server has to be asked, or nobody can answer in time
 * @param <T> the answers
 */
public record SlotCall<T>(
    KeyedNumbers keyed,
    int slot,
    long arrived,
    LongFunction<@Nullable T> call,
    Function<SlotRoute, T> refusal) {

  private static final String FAILED = "a call of a key failed unexpectedly";

  /**
   * Makes the call.
   *
   * @param isLast whether it has to be answered one way or another
   * @return the answer; null if waiting may help
   */
  public @Nullable T attempt(boolean isLast) {
    T made = call.apply(System.nanoTime());
    if (made != null) {
      return made;
    }
    SlotRoute route = keyed.route(slot, arrived);
    return isLast || route.isFinal() ? refusal.apply(route) : null;
  }

  /**
   * Begins to wait until the call is possible. When the promise is done or cancelled, nothing is
   * left behind.
   *
   * @param answer fails with a {@link RuntimeException} if the call throws
   */
  public void await(Duration limit, EventLoop loop, Promise<T> answer) {
    Runnable wake =
        new Runnable() {
          @Override
          public void run() {
            try {
              loop.execute(this::retry);
            } catch (RejectedExecutionException e) { // the server was closed, with the connection
            }
          }

          private void retry() {
            tryAgain(false, answer);
            if (!answer.isDone()) {
              keyed.whenChanged(slot, this);
            }
          }
        };
    Future<?> end =
        loop.schedule(() -> tryAgain(true, answer), limit.toNanos(), TimeUnit.NANOSECONDS);
    answer.addListener(
        done -> {
          end.cancel(false);
          keyed.cancel(slot, wake);
        });
    keyed.whenChanged(slot, wake);
  }

  private void tryAgain(boolean isLast, Promise<T> answer) {
    if (answer.isDone()) {
      return;
    }
    try {
      T made = attempt(isLast);
      if (made != null) {
        answer.trySuccess(made);
      }
    } catch (Throwable e) { // its client must not wait forever
      Log.warn(FAILED, e);
      answer.tryFailure(new IllegalStateException(FAILED, e));
    }
  }
}
