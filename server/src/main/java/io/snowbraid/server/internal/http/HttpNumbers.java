package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.internal.services.CallQueue;
import io.snowbraid.server.internal.services.Services;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Issues ids and numbers: at once if they are buffered, otherwise by a call that waits. Large
 * answers have so many numbers that all connections together could not have one each. Only some of
 * them are in memory at a time, from the draw until they were sent; others are refused.
 *
 * <p>Safe for use by any number of threads.
 */
public final class HttpNumbers {

  /** Draws of ids have a queue of their own, so this key has no namesake among the tags. */
  private static final String IDS = "";

  /** Smaller answers are limited by their connection alone. */
  private static final int MIN_LARGE = 10_000;

  /** These take some 5 MB as text, and twice as much while the text is made. */
  private static final int MAX_LARGE_NUMBERS = 200_000;

  private final Services services;
  private final Semaphore largeNumbers = new Semaphore(MAX_LARGE_NUMBERS);

  HttpNumbers(Services services) {
    this.services = services;
  }

  /** Issues ids. */
  public Outcome ids(
      int count, Function<long[], Answer> success, Function<RuntimeException, Answer> failure) {
    Snowflake ids = services.ids();
    long[] target = new long[count];
    try {
      int issued = ids.tryNextIds(target);
      return issued == count
          ? success.apply(target)
          : AsyncCall.blocking(
              services.queues().ids(),
              IDS,
              () -> success.apply(Services.complete(target, issued, ids::nextIds)),
              failure);
    } catch (RuntimeException e) {
      return failure.apply(e);
    }
  }

  /** Issues numbers of a tag. */
  public Outcome numbers(
      String tag,
      int count,
      Function<long[], Answer> success,
      Function<RuntimeException, Answer> failure) {
    CallQueue queue = services.queues().tags();
    if (count > MIN_LARGE) {
      return AsyncCall.blocking(queue, tag, () -> large(tag, count, success), failure);
    }
    SegmentGenerators segments = services.segments();
    long[] target = new long[count];
    try {
      int issued = segments.tryNextIds(tag, target);
      Consumer<long[]> rest = missing -> segments.nextIds(tag, missing);
      return issued == count
          ? success.apply(target)
          : AsyncCall.blocking(
              queue, tag, () -> success.apply(Services.complete(target, issued, rest)), failure);
    } catch (RuntimeException e) {
      return failure.apply(e);
    }
  }

  private Answer large(String tag, int count, Function<long[], Answer> success) {
    if (!largeNumbers.tryAcquire(count)) {
      throw tooMany(count);
    }
    boolean isMade = false;
    try {
      long[] target = new long[count];
      services.segments().nextIds(tag, target);
      Answer answer = success.apply(target).whenSent(() -> largeNumbers.release(count));
      isMade = true;
      return answer;
    } finally {
      if (!isMade) {
        largeNumbers.release(count);
      }
    }
  }

  private static RequestFailure tooMany(int count) {
    return new RequestFailure(
        HttpResponseStatus.SERVICE_UNAVAILABLE,
        "too many numbers are asked for at a time: count="
            + count
            + ", most of all clients="
            + MAX_LARGE_NUMBERS
            + "; ask for at most "
            + MIN_LARGE
            + ", or try again later");
  }
}
