package io.snowbraid;

import io.snowbraid.layout.Layout;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generators with one known fault each. A checker that does not reject its broken generator proves
 * nothing.
 */
final class BrokenGenerators {

  private static final Layout LAYOUT = Layout.DEFAULT;

  private BrokenGenerators() {}

  private abstract static class BrokenGenerator implements IdGenerator {

    private final InstantSource clock;

    BrokenGenerator(InstantSource clock) {
      this.clock = clock;
    }

    final long tick() {
      return clock.millis() - LAYOUT.epoch().toEpochMilli();
    }

    static long encode(long tick, int lane, long sequence) {
      return LAYOUT.encode(tick, lane / 4 % 4, lane % 4, 5, (int) (sequence % 2048), 0);
    }

    @Override
    public void nextIds(long[] target) {
      for (int i = 0; i < target.length; i++) {
        target[i] = nextId();
      }
    }
  }

  /** Takes the next lane at each step back, and keeps no last tick per lane. */
  static final class Cycling extends BrokenGenerator {

    private long last = -1;
    private int lane;
    private long sequence;

    Cycling(InstantSource clock) {
      super(clock);
    }

    @Override
    public long nextId() {
      long tick = tick();
      if (tick < last) {
        lane++;
      }
      sequence = tick == last ? sequence + 1 : 0;
      last = tick;
      return encode(tick, lane, sequence);
    }
  }

  /** Keeps one last tick but ignores steps back. */
  static final class Trusting extends BrokenGenerator {

    private final Random random = new Random(1);
    private long last = -1;
    private long sequence;

    Trusting(InstantSource clock) {
      super(clock);
    }

    @Override
    public long nextId() {
      long tick = tick();
      sequence = tick == last ? sequence + 1 : random.nextInt(1024);
      last = tick;
      return encode(tick, 0, sequence);
    }
  }

  /** Reads and writes its state in two steps. */
  static final class Unlocked extends BrokenGenerator {

    private volatile long sequence;

    Unlocked(InstantSource clock) {
      super(clock);
    }

    @Override
    public long nextId() {
      long next = sequence + 1;
      sequence = next;
      return encode(tick() + next / 2048, 0, next);
    }
  }

  /** Starts each tick at 0. */
  static final class ZeroStart extends BrokenGenerator {

    private long last = -1;
    private long sequence;

    ZeroStart(InstantSource clock) {
      super(clock);
    }

    @Override
    public long nextId() {
      long tick = tick();
      sequence = tick == last ? sequence + 1 : 0;
      last = tick;
      return encode(tick, 0, sequence);
    }
  }

  /** Continues the sequence from tick to tick. */
  static final class Continuing extends BrokenGenerator {

    private final AtomicLong sequence = new AtomicLong();

    Continuing(InstantSource clock) {
      super(clock);
    }

    @Override
    public long nextId() {
      return encode(tick(), 0, sequence.getAndIncrement());
    }
  }
}
