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
 * A call for a key, made in an event loop's thread. If it is not possible now, it is retried after
 * each change of its slot until a time limit, without blocking a thread.
 *
 * @param arrived a reading of {@link System#nanoTime} taken after the call arrived
 * @param call makes the call at a monotonic time; returns null if it is not possible yet
 * @param refusal makes the answer if the client must ask another server, or time is up
 * @param <T> the answers
 */
public record SlotCall<T>(
    KeyedNumbers keyed,
    int slot,
    long arrived,
    LongFunction<@Nullable T> call,
    Function<SlotRoute, T> refusal) {

  private static final String FAILED = "a call for a key failed unexpectedly";

  /**
   * Waits until the call is possible. Once the promise is done or cancelled, no callback or timer
   * remains.
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
      T made = call.apply(System.nanoTime());
      if (made == null) {
        SlotRoute route = keyed.route(slot, arrived);
        made = isLast || route.isFinal() ? refusal.apply(route) : null;
      }
      if (made != null) {
        answer.trySuccess(made);
      }
    } catch (Throwable e) { // otherwise the client would wait forever
      Log.warn(FAILED, e);
      answer.tryFailure(new IllegalStateException(FAILED, e));
    }
  }
}
