package io.snowbraid.server.internal.http;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.snowbraid.server.internal.services.CallQueue;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A call that its connection waits for.
 *
 * @param start starts the call in the loop's thread; its outcome may be another call
 * @param failure makes the answer to a failed call
 */
public record AsyncCall(
    BiConsumer<EventLoop, Promise<Outcome>> start, Function<RuntimeException, Answer> failure)
    implements Outcome {

  /**
   * Creates a call that may block and therefore runs in another thread.
   *
   * @param queue runs the call
   * @param key calls with the same key run one after another and fail together
   * @param work makes the call
   * @param failure makes the answer to a failed call
   */
  public static AsyncCall blocking(
      CallQueue queue,
      String key,
      Supplier<? extends Outcome> work,
      Function<RuntimeException, Answer> failure) {
    return new AsyncCall(
        (loop, promise) ->
            queue.add(
                key,
                () -> {
                  Outcome outcome = work.get();
                  if (!promise.trySuccess(outcome)) { // the connection has closed
                    outcome.discard();
                  }
                },
                promise),
        failure);
  }

  /** Returns the outcome of a completed call. */
  Outcome outcome(Future<Outcome> done) {
    return done.isSuccess() ? done.getNow() : failure.apply((RuntimeException) done.cause());
  }

  /** Has no effect, because a call holds nothing before it starts. */
  @Override
  public void discard() {}
}
