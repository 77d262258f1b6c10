package io.snowbraid.server;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSourceException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A tag whose store fails. It gives numbers once, because a call waits for the first ones of a tag
 * for seconds, whatever is set.
 */
public final class BrokenTag {

  public static final String NAME = "broken";

  /** What its store says. */
  public static final String FAILURE = "store is down";

  private final AtomicBoolean hasGiven = new AtomicBoolean();

  /** Draws a segment for a store. */
  public Segment draw(long count) {
    if (hasGiven.getAndSet(true)) {
      throw new SegmentSourceException(FAILURE);
    }
    return Segment.of(1, count, Segment.NO_VERSION);
  }

  /** Takes its numbers until there are no more. */
  public static void exhaust(SegmentGenerators segments) {
    boolean isExhausted = false;
    while (!isExhausted) {
      try {
        segments.nextId(NAME);
      } catch (SnowbraidException e) {
        isExhausted = true;
      }
    }
  }
}
