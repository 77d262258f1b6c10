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

  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final CallQueue waitingForIds;
  private final CallQueue waitingForTags;
  private final Semaphore largeNumbers = new Semaphore(MAX_LARGE_NUMBERS);

  HttpNumbers(Services services) {
    this.ids = services.ids();
    this.segments = services.segments();
    this.waitingForIds = services.queues().ids();
    this.waitingForTags = services.queues().tags();
  }

  /** Issues ids. */
  public Outcome ids(
      int count, Function<long[], Answer> success, Function<RuntimeException, Answer> failure) {
    long[] target = new long[count];
    try {
      int issued = ids.tryNextIds(target);
      return new Drawn(target, issued, ids::nextIds, success).outcome(waitingForIds, IDS, failure);
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
    if (count > MIN_LARGE) {
      return AsyncCall.blocking(waitingForTags, tag, () -> large(tag, count, success), failure);
    }
    long[] target = new long[count];
    try {
      int issued = segments.tryNextIds(tag, target);
      return new Drawn(target, issued, missing -> segments.nextIds(tag, missing), success)
          .outcome(waitingForTags, tag, failure);
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
      segments.nextIds(tag, target);
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

  /** Numbers of which some may be missing. */
  private static final class Drawn {

    private final long[] target;
    private final int issued;
    private final Consumer<long[]> rest;
    private final Function<long[], Answer> success;

    Drawn(long[] target, int issued, Consumer<long[]> rest, Function<long[], Answer> success) {
      this.target = target;
      this.issued = issued;
      this.rest = rest;
      this.success = success;
    }

    Outcome outcome(CallQueue queue, String key, Function<RuntimeException, Answer> failure) {
      return issued == target.length
          ? success.apply(target)
          : AsyncCall.blocking(queue, key, this::complete, failure);
    }

    private Answer complete() {
      long[] missing = new long[target.length - issued];
      rest.accept(missing);
      System.arraycopy(missing, 0, target, issued, missing.length);
      return success.apply(target);
    }
  }
}
