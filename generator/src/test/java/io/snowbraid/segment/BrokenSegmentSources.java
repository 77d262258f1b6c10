package io.snowbraid.segment;

import java.util.List;
import java.util.OptionalLong;
import java.util.Random;

/** Stores that break a promise each; the checkers must find them. */
final class BrokenSegmentSources {

  private BrokenSegmentSources() {}

  /** Hands everything on; subclasses break something. */
  abstract static class Delegating implements SegmentSource {

    final SegmentSource store;

    Delegating(SegmentSource store) {
      this.store = store;
    }

    @Override
    public Segment draw(String tag, long count) {
      return store.draw(tag, count);
    }

    @Override
    public boolean returnUnused(String tag, Segment rest) {
      return store.returnUnused(tag, rest);
    }

    @Override
    public boolean advance(String tag, long bound) {
      return store.advance(tag, bound);
    }

    @Override
    public OptionalLong peek(String tag) {
      return store.peek(tag);
    }

    @Override
    public List<String> tags() {
      return store.tags();
    }

    @Override
    public boolean create(String tag, long bound) {
      return store.create(tag, bound);
    }

    @Override
    public boolean isOrdered() {
      return store.isOrdered();
    }
  }

  /** Answers before the bound is durable: some bounds are lost. */
  static SegmentSource publishesBeforeItIsDurable(SegmentSource store) {
    return new Delegating(store) {
      private final Random random = new Random(1);

      @Override
      public Segment draw(String tag, long count) {
        Segment segment = store.draw(tag, count);
        if (random.nextInt(4) == 0) {
          store.returnUnused(tag, segment);
        }
        return segment;
      }
    };
  }

  /** Takes numbers back if the bound is the same, whatever happened in between. */
  static SegmentSource ignoresVersions(SegmentSource store) {
    return new Delegating(store) {
      private long version;

      @Override
      public Segment draw(String tag, long count) {
        Segment drawn = store.draw(tag, count);
        version = drawn.version();
        return drawn;
      }

      @Override
      public boolean returnUnused(String tag, Segment rest) {
        boolean taken =
            store.returnUnused(
                tag,
                new Segment(
                    rest.first(), rest.count(), rest.step(), rest.region(), rest.bound(), version));
        version += taken ? 1 : 0;
        return taken;
      }
    };
  }

  /** Draws two segments, and answers with the later one first. */
  static SegmentSource answersOutOfOrder(SegmentSource store) {
    return new Delegating(store) {
      private Segment kept;

      @Override
      public Segment draw(String tag, long count) {
        if (kept != null) {
          Segment earlier = kept;
          kept = null;
          return earlier;
        }
        kept = store.draw(tag, count);
        return store.draw(tag, count);
      }

      @Override
      public boolean returnUnused(String tag, Segment rest) {
        return false;
      }

      @Override
      public boolean isOrdered() {
        return false; // so that nothing but the checker can notice
      }
    };
  }
}
