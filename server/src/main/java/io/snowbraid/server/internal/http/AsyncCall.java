package io.snowbraid.server.internal.http;

import io.netty.channel.EventLoop;
import io.snowbraid.server.internal.loop.LoopClient;
import java.util.function.Consumer;

/**
 * A call that waits without a thread.
 *
 * @param start begins to wait
 */
record AsyncCall(Start start) implements Outcome {

  /** Begins to wait. */
  @FunctionalInterface
  interface Start {

    /**
     * Begins to wait, in the thread of the loop.
     *
     * @param whenDone called once in the thread of the loop, and not by this
     */
    void begin(LoopClient client, EventLoop loop, Consumer<Outcome> whenDone);
  }

  /** Does nothing, because a call holds nothing before it begins. */
  @Override
  public void discard() {}
}
