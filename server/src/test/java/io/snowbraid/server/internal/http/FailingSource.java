package io.snowbraid.server.internal.http;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.segment.Tags;
import io.snowbraid.server.BrokenTag;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/**
 * A store that fails: the tag {@code unknown} does not exist, others cannot be read, {@link
 * BrokenTag} not again.
 */
public final class FailingSource implements SegmentSource {

  static final String FAILURE = BrokenTag.FAILURE;

  private final BrokenTag broken = new BrokenTag();

  /** Draws for the tag {@code slow} end when this is opened. */
  final CountDownLatch opened = new CountDownLatch(1);

  final CountDownLatch asked = new CountDownLatch(1);

  @Override
  public Segment draw(String tag, long count) {
    if (tag.equals("unknown")) {
      throw Tags.unknown(tag, this);
    }
    if (tag.equals("error")) {
      throw new StackOverflowError("of a driver");
    }
    if (tag.equals("slow")) {
      await();
      return Segment.of(1, count, Segment.NO_VERSION);
    }
    if (tag.equals(BrokenTag.NAME)) {
      return broken.draw(count);
    }
    throw new SegmentSourceException(FAILURE);
  }

  private void await() {
    asked.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      throw new SegmentSourceException("interrupted", e);
    }
  }

  @Override
  public boolean advance(String tag, long bound) {
    throw new SegmentSourceException(FAILURE);
  }

  @Override
  public OptionalLong peek(String tag) {
    throw new SegmentSourceException(FAILURE);
  }

  @Override
  public List<String> tags() {
    throw new SegmentSourceException(FAILURE);
  }

  @Override
  public boolean create(String tag, long bound) {
    throw new SegmentSourceException(FAILURE);
  }

  @Override
  public String toString() {
    return "FailingSource";
  }
}
