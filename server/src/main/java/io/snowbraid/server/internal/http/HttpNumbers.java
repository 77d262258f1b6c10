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
 * Issues ids and tag numbers: at once if they are prefetched, otherwise through a call that waits.
 * Large answers are so large that not every connection can have one. The numbers in memory for
 * large answers are therefore limited, from the draw until they are sent; more requests are
 * refused.
 *
 * <p>Thread-safe.
 */
public final class HttpNumbers {

  /** The key of id draws; their own queue keeps it apart from tags. */
  private static final String IDS = "";

  /** Answers with fewer numbers are limited by their connection alone. */
  private static final int MIN_LARGE = 10_000;

  /** As text, these take about 5 MB, and twice as much while it is built. */
  private static final int MAX_LARGE_NUMBERS = 200_000;

  private final Services services;
  private final Semaphore largeNumbers = new Semaphore(MAX_LARGE_NUMBERS);

  HttpNumbers(Services services) {
    this.services = services;
  }

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
      throw new RequestFailure(
          HttpResponseStatus.SERVICE_UNAVAILABLE,
          "too many numbers are requested at once: count="
              + count
              + ", limit for all clients="
              + MAX_LARGE_NUMBERS
              + "; request at most "
              + MIN_LARGE
              + ", or try again later");
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
}
