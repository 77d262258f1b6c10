package io.snowbraid.server.http;

import io.snowbraid.server.loop.WaitingDraws;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A call that may wait, so it is made in another thread.
 *
 * @param queue makes the call
 * @param key calls with the same key are made one after another, and fail together
 * @param work makes the call and the answer
 * @param failure makes the answer to a call that failed
 */
record Later(
    WaitingDraws queue,
    String key,
    Supplier<Answer> work,
    Function<RuntimeException, Answer> failure)
    implements Outcome {

  /** Makes the call in this thread, which may wait. */
  static Answer now(Outcome outcome) {
    if (outcome instanceof Later later) {
      try {
        return later.work.get();
      } catch (RuntimeException e) {
        return later.failure.apply(e);
      }
    }
    return (Answer) outcome;
  }
}
