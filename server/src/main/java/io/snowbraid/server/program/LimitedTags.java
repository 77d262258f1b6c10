package io.snowbraid.server.program;

import io.snowbraid.internal.Locks;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.Tags;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Prevents clients from creating tags by mistyped names, or limits how many tags they can create.
 * Servers that create tags at the same moment may exceed the limit slightly.
 *
 * <p>Thread-safe.
 */
final class LimitedTags implements SegmentSource {

  /** How many existing names are remembered, so that their draws skip the check. */
  private static final int MAX_REMEMBERED = 10_000;

  private static final long COUNT_AGE_NANOS = Duration.ofMinutes(1).toNanos();

  /** The number of tags at a moment. */
  private record Count(int tags, long nanoTime) {}

  private final SegmentSource source;
  private final boolean createsTags;
  private final int maxTags;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final ReentrantLock counting = new ReentrantLock();
  private @Nullable Count counted;

  /**
   * Creates a view of a source.
   *
   * @param createsTags whether a draw may create a tag; {@link #create} always may
   */
  LimitedTags(SegmentSource source, boolean createsTags, int maxTags) {
    this.source = source;
    this.createsTags = createsTags;
    this.maxTags = maxTags;
  }

  @Override
  public Segment draw(String tag, long count) {
    boolean isNew = !known.contains(tag) && source.peek(tag).isEmpty();
    if (isNew && !createsTags) {
      throw Tags.unknown(tag, this);
    }
    if (isNew) {
      requireRoom(tag);
    }
    Segment drawn = source.draw(tag, count);
    remember(tag);
    return drawn;
  }

  private void remember(String tag) {
    if (known.size() >= MAX_REMEMBERED) {
      known.clear();
    }
    known.add(tag);
  }

  private void requireRoom(String tag) {
    Locks.holding(counting, () -> count(tag)); // one caller counts for all
  }

  private void count(String tag) {
    Count last = counted;
    long now = System.nanoTime();
    Count count =
        last == null || now - last.nanoTime() > COUNT_AGE_NANOS
            ? new Count(source.tags().size(), now)
            : last;
    if (count.tags() >= maxTags) {
      counted = count;
      throw new IllegalArgumentException(
          "number of tags must not exceed max-tags: max-tags="
              + maxTags
              + ", tag="
              + tag
              + "; use an existing tag, or increase max-tags");
    }
    counted = new Count(count.tags() + 1, count.nanoTime());
  }

  @Override
  public boolean create(String tag, long bound) {
    if (source.peek(tag).isPresent()) {
      return false;
    }
    requireRoom(tag);
    return source.create(tag, bound);
  }

  @Override
  public boolean returnUnused(String tag, Segment rest) {
    return source.returnUnused(tag, rest);
  }

  @Override
  public boolean advance(String tag, long bound) {
    return source.advance(tag, bound);
  }

  @Override
  public OptionalLong peek(String tag) {
    return source.peek(tag);
  }

  @Override
  public List<String> tags() {
    return source.tags();
  }

  @Override
  public boolean isOrdered() {
    return source.isOrdered();
  }

  @Override
  public int maxTagLength() {
    return source.maxTagLength();
  }

  @Override
  public String toString() {
    return source.toString();
  }
}
