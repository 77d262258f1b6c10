package io.snowbraid;

import io.snowbraid.engine.Issuer;
import io.snowbraid.engine.LeaseAccess;
import io.snowbraid.internal.Scheduler;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A clone of a generator that still runs, as after a snapshot of its memory. */
record ClonedGenerator(Issuer issuer) implements IdGenerator, AutoCloseable {

  /** A random generator that can be cloned, because a snapshot of the memory contains its state. */
  static final class CopiedRandom implements RandomGenerator {

    private long state = 1;

    @Override
    public long nextLong() {
      state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L; // Knuth's MMIX
      return state ^ (state >>> 32);
    }
  }

  /**
   * Clones a generator between two of its rounds.
   *
   * @param snapshot defines what replaces the objects outside the memory
   * @param scheduler the scheduler of the clone
   */
  static ClonedGenerator of(Snowflake original, MemorySnapshot snapshot, Scheduler scheduler) {
    Issuer issuer = snapshot.copy(original.issuer());
    scheduler.schedule(new LeaseAccess(issuer)::resume, Duration.ofSeconds(1));
    return new ClonedGenerator(issuer);
  }

  @Override
  public long nextId() {
    return issuer.nextId();
  }

  @Override
  public void nextIds(long[] target) {
    issuer.nextIds(target);
  }

  @Override
  public void close() {
    issuer.close();
  }
}
