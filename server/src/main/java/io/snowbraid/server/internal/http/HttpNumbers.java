package io.snowbraid.server.internal.http;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.internal.loop.WaitingDraws;
import io.snowbraid.server.internal.services.Services;
import java.util.function.Consumer;
import java.util.function.Function;

/** Issues ids and numbers: at once if they are buffered, otherwise by a call that waits. */
public final class HttpNumbers {

  /** Draws of ids have a queue of their own, so this key has no namesake among the tags. */
  private static final String IDS = "";

  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final WaitingDraws waitingForIds;
  private final WaitingDraws waitingForTags;
  private final LargeAnswers large = new LargeAnswers();

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
    if (count > LargeAnswers.MIN) {
      return large.plan(count, waitingForTags, tag, () -> all(tag, count, success), failure);
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

  private Answer all(String tag, int count, Function<long[], Answer> success) {
    long[] target = new long[count];
    segments.nextIds(tag, target);
    return success.apply(target);
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

    Outcome outcome(WaitingDraws queue, String key, Function<RuntimeException, Answer> failure) {
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
