package io.snowbraid.segment;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A store in memory whose draws and give-backs a test can disturb. */
final class FaultySegmentSource extends BrokenSegmentSources.Delegating {

  /** Throws, waits, or does nothing. */
  volatile Runnable disturbance = () -> {};

  /** Replaces the next answers if it is set. */
  volatile Supplier<Segment> answer;

  final AtomicInteger draws = new AtomicInteger();
  final AtomicInteger returns = new AtomicInteger();

  FaultySegmentSource() {
    super(new MemorySegmentSource());
  }

  void fails(RuntimeException failure) {
    disturbance =
        () -> {
          throw failure;
        };
  }

  void works() {
    disturbance = () -> {};
  }

  @Override
  public Segment draw(String tag, long count) {
    draws.incrementAndGet();
    disturbance.run();
    Supplier<Segment> set = answer;
    return set == null ? store.draw(tag, count) : set.get();
  }

  @Override
  public boolean returnUnused(String tag, Segment rest) {
    returns.incrementAndGet();
    disturbance.run();
    return store.returnUnused(tag, rest);
  }

  @Override
  public String toString() {
    return "faulty store";
  }
}
