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
 * @param start begins to wait in the thread of the loop; the outcome may be another such call
 * @param failure makes the answer to a call that failed
 */
public record AsyncCall(
    BiConsumer<EventLoop, Promise<Outcome>> start, Function<RuntimeException, Answer> failure)
    implements Outcome {

  /**
   * Creates a call that may block, so it is made in another thread.
   *
   * @param queue makes the call
   * @param key calls with the same key are made one after another, and fail together
   * @param work makes the call
   * @param failure makes the answer to a call that failed
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
                  if (!promise.trySuccess(outcome)) { // the connection has ended
                    outcome.discard();
                  }
                },
                promise),
        failure);
  }

  /** Returns the outcome of a call that is done. */
  Outcome outcome(Future<Outcome> done) {
    return done.isSuccess() ? done.getNow() : failure.apply((RuntimeException) done.cause());
  }

  /** Does nothing, because a call holds nothing before it begins. */
  @Override
  public void discard() {}
}
