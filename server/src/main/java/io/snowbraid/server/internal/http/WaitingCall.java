package io.snowbraid.server.internal.http;

import io.netty.channel.EventLoop;
import io.snowbraid.server.internal.loop.Waiting;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** A call that a connection waits for. */
final class WaitingCall implements Waiting {

  private final BlockingCall later;
  private final EventLoop loop;
  private final Consumer<Outcome> whenDone;

  /**
   * Creates a call.
   *
   * @param whenDone called in the thread of the loop, unless that has ended
   */
  WaitingCall(BlockingCall later, EventLoop loop, Consumer<Outcome> whenDone) {
    this.later = later;
    this.loop = loop;
    this.whenDone = whenDone;
  }

  @Override
  public void make() {
    wake(later.work().get());
  }

  @Override
  public void fail(RuntimeException cause) {
    wake(later.failure().apply(cause));
  }

  private void wake(Outcome outcome) {
    try {
      loop.execute(() -> whenDone.accept(outcome));
    } catch (RejectedExecutionException e) { // the server has been closed, the connection too
      outcome.discard();
    }
  }
}
