package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.internal.loop.WaitingDraws;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes answers with so many numbers that all connections together could not have one each. Only
 * some of them are in memory at a time, from the draw until they were sent; others are refused.
 *
 * <p>Safe for use by any number of threads.
 */
final class LargeAnswers {

  /** Smaller answers are limited by their connection alone. */
  static final int MIN = 10_000;

  /** These take some 5 MB as text, and twice as much while the text is made. */
  private static final int MAX_NUMBERS = 200_000;

  private final Semaphore numbers = new Semaphore(MAX_NUMBERS);

  /**
   * Plans an answer, which is made in another thread.
   *
   * @param work draws the numbers and makes the answer
   */
  Outcome plan(
      int count,
      WaitingDraws queue,
      String key,
      Supplier<Answer> work,
      Function<RuntimeException, Answer> failure) {
    return AsyncCall.blocking(queue, key, () -> make(count, work), failure);
  }

  private Answer make(int count, Supplier<Answer> work) {
    if (!numbers.tryAcquire(count)) {
      throw new RequestFailure(
          HttpResponseStatus.SERVICE_UNAVAILABLE,
          "too many numbers are asked for at a time: count="
              + count
              + ", most of all clients="
              + MAX_NUMBERS
              + "; ask for at most "
              + MIN
              + ", or try again later");
    }
    boolean isMade = false;
    try {
      Answer answer = work.get().whenSent(() -> numbers.release(count));
      isMade = true;
      return answer;
    } finally {
      if (!isMade) {
        numbers.release(count);
      }
    }
  }
}
