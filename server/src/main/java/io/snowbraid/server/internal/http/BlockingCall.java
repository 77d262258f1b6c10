package io.snowbraid.server.internal.http;

import io.snowbraid.server.internal.loop.WaitingDraws;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A call that may wait, so it is made in another thread.
 *
 * @param queue makes the call
 * @param key calls with the same key are made one after another, and fail together
 * @param work makes the call; its outcome may be another call that waits
 * @param failure makes the answer to a call that failed
 */
public record BlockingCall(
    WaitingDraws queue,
    String key,
    Supplier<? extends Outcome> work,
    Function<RuntimeException, Answer> failure)
    implements Outcome {

  /** Does nothing, because a call holds nothing before it is made. */
  @Override
  public void discard() {}
}
