package io.snowbraid.server.internal.http;

import io.netty.channel.EventLoop;
import io.snowbraid.server.internal.loop.LoopClient;
import io.snowbraid.server.internal.loop.Waiting;
import io.snowbraid.server.internal.loop.WaitingDraws;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A call that its connection waits for.
 *
 * @param start begins to wait
 */
public record AsyncCall(Start start) implements Outcome {

  /** Begins to wait. */
  @FunctionalInterface
  public interface Start {

    /**
     * Begins to wait, in the thread of the loop.
     *
     * @param whenDone called once in the thread of the loop, and not by this
     */
    void begin(LoopClient client, EventLoop loop, Consumer<Outcome> whenDone);
  }

  /**
   * Creates a call that may block, so it is made in another thread.
   *
   * @param queue makes the call
   * @param key calls with the same key are made one after another, and fail together
   * @param work makes the call; its outcome may be another call that waits
   * @param failure makes the answer to a call that failed
   */
  public static AsyncCall blocking(
      WaitingDraws queue,
      String key,
      Supplier<? extends Outcome> work,
      Function<RuntimeException, Answer> failure) {
    return new AsyncCall(
        (client, loop, whenDone) ->
            queue.add(
                key,
                new Waiting() {
                  @Override
                  public void make() {
                    conclude(work.get(), loop, whenDone);
                  }

                  @Override
                  public void fail(RuntimeException cause) {
                    conclude(failure.apply(cause), loop, whenDone);
                  }
                }));
  }

  private static void conclude(Outcome outcome, EventLoop loop, Consumer<Outcome> whenDone) {
    try {
      loop.execute(() -> whenDone.accept(outcome));
    } catch (RejectedExecutionException e) { // the server has been closed, the connection too
      outcome.discard();
    }
  }

  /** Does nothing, because a call holds nothing before it begins. */
  @Override
  public void discard() {}
}
