package io.snowbraid.benchmarks;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;

/** Generators of numbers in segments, on the same store in memory that answers in 2 ms. */
public enum SegmentEntrant {
  /** A bare counter: the limit of the machine. */
  COUNTER("bare AtomicLong.getAndIncrement()") {
    @Override
    IdSupplier open() {
      AtomicLong counter = new AtomicLong();
      return counter::getAndIncrement;
    }
  },
  /** With its defaults. */
  SNOWBRAID("Snowbraid SegmentIds") {
    @Override
    IdSupplier open() {
      return supplier(new SlowSource(SegmentSource.inMemory()));
    }
  },
  /** With a store that answers at once, so that only the generator's own code is measured. */
  SNOWBRAID_ALONE("Snowbraid SegmentIds, store without latency") {
    @Override
    IdSupplier open() {
      return supplier(SegmentSource.inMemory());
    }
  },
  /** With its defaults; a step of 1,000. */
  COSID("CosId SegmentChainId") {
    @Override
    IdSupplier open() {
      return new SegmentChainId(new SlowDistributor())::generate;
    }
  };

  private static final long STORE_NANOS = 2_000_000;

  private final String label;

  SegmentEntrant(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  abstract IdSupplier open();

  private static IdSupplier supplier(SegmentSource source) {
    SegmentIds ids = SegmentIds.builder().source(source).tag("a").build();
    return new IdSupplier() {
      @Override
      public long next() {
        return ids.nextId();
      }

      @Override
      public void fill(long[] target) {
        ids.nextIds(target);
      }

      @Override
      public long waits() {
        return ids.status().waits();
      }

      @Override
      public void close() {
        ids.close();
      }
    };
  }

  private static void answer() {
    LockSupport.parkNanos(STORE_NANOS);
  }

  /** Delays each draw. */
  private record SlowSource(SegmentSource store) implements SegmentSource {

    @Override
    public Segment draw(String tag, long count) {
      answer();
      return store.draw(tag, count);
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
  }

  /** The same store for CosId. */
  private static final class SlowDistributor implements IdSegmentDistributor {

    private static final long STEP = 1_000;

    private final AtomicLong bound = new AtomicLong();

    @Override
    public String getNamespace() {
      return "benchmark";
    }

    @Override
    public String getName() {
      return "a";
    }

    @Override
    public long getStep() {
      return STEP;
    }

    @Override
    public long nextMaxId(long step) {
      answer();
      return bound.addAndGet(step);
    }
  }
}
