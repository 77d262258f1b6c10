package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Simulates several holders of one tag and their store, from one seed. Draws and give-backs fail
 * before or after they were done, come late, or are delivered twice; while one is under way, other
 * holders continue, and any holder may be killed.
 */
final class SegmentSimulation {

  static final String TAG = "orders";

  private static final int HOLDERS = 4;
  private static final int EVENTS = 300;
  private static final int MAX_NESTED = 3;
  private static final SegmentSettings SETTINGS =
      SegmentSettings.DEFAULT.withMaxWait(Duration.ZERO).withDraws(1, 1_000);

  /** Creates the generator of a holder. */
  interface Factory {
    IdGenerator create(SegmentSource source, TestClock clock, ManualScheduler scheduler);
  }

  private final Random random;
  private final Factory factory;
  private final SegmentSource store;
  private final List<Holder> holders = new ArrayList<>();
  private final Set<Long> issued = new HashSet<>();
  private final List<String> violations = new ArrayList<>();
  private int depth;
  private int returned;

  /**
   * Creates a simulation.
   *
   * @param broken wraps the store in a broken one
   */
  SegmentSimulation(long seed, Factory factory, UnaryOperator<SegmentSource> broken) {
    this.random = new Random(seed);
    this.factory = factory;
    this.store = broken.apply(new MemorySegmentSource());
    for (int i = 0; i < HOLDERS; i++) {
      holders.add(new Holder());
    }
  }

  static SegmentIds generator(SegmentSource source, TestClock clock, ManualScheduler scheduler) {
    return new SegmentIds(TAG, source, SETTINGS, clock, scheduler);
  }

  /** Runs the simulation; throws an AssertionError if a promise is broken. */
  void run() {
    for (int event = 0; event < EVENTS; event++) {
      happen();
    }
    holders.forEach(Holder::close);
    assertThat(violations).isEmpty();
    assertThat(issued).as("numbers that were issued").hasSizeGreaterThan(HOLDERS);
  }

  /** Returns how many numbers were issued. */
  int issued() {
    return issued.size();
  }

  /** Returns how many times a store took numbers back. */
  int returned() {
    return returned;
  }

  private void happen() {
    holders.get(random.nextInt(HOLDERS)).happen(random.nextInt(20));
  }

  private void happenWhileWaiting() {
    if (depth < MAX_NESTED && random.nextInt(3) == 0) {
      depth++;
      for (int i = random.nextInt(4); i >= 0; i--) {
        happen();
      }
      depth--;
    }
  }

  /** A process that issues numbers. */
  private final class Holder {

    private TestClock clock = new TestClock();
    private ManualScheduler scheduler = new ManualScheduler();
    private Connection connection = new Connection();
    private IdGenerator ids = factory.create(connection, clock, scheduler);
    private long last;

    void happen(int event) {
      switch (event) {
        case 0 -> close();
        case 1 -> kill();
        case 2, 3 -> clock.pass(Duration.ofMillis(random.nextInt(20_000)));
        case 4, 5 -> scheduler.run();
        case 6 -> scheduler.hold(random.nextInt(4) == 0);
        default -> issue(1 + random.nextInt(random.nextInt(5) == 0 ? 500 : 3));
      }
    }

    /** The process is gone, with all its numbers; what it sent before may still arrive. */
    void kill() {
      scheduler.end();
      connection.killed = true;
      start();
    }

    void close() {
      IdGenerator ended = ids;
      scheduler.hold(false);
      if (ended instanceof SegmentIds segments) {
        segments.startClosing();
      } else if (ended instanceof BrokenSegments twin) {
        twin.close();
      }
      if (ids == ended) {
        start();
      }
    }

    private void start() {
      clock = new TestClock();
      scheduler = new ManualScheduler();
      connection = new Connection();
      last = 0;
      ids = factory.create(connection, clock, scheduler);
    }

    void issue(int count) {
      IdGenerator current = ids;
      for (int i = 0; i < count; i++) {
        clock.pass(Duration.ofNanos(random.nextInt(1_000_000)));
        long before = last;
        try {
          long number = current.nextId();
          if (ids == current) { // otherwise the process died during the call
            note(number, before);
          }
        } catch (IdsUnavailableException | GeneratorClosedException e) { // as it may
          return;
        }
      }
    }

    /**
     * Notes a number that a call returned.
     *
     * @param before the largest number that was returned before the call began
     */
    private void note(long number, long before) {
      if (!issued.add(number)) {
        violations.add("number is issued twice: " + number);
      }
      if (number <= before) {
        violations.add("numbers of a holder fall: " + before + ", " + number);
      }
      last = Math.max(last, number);
    }
  }

  /** The way of a holder to the store. */
  private final class Connection extends BrokenSegmentSources.Delegating {

    private boolean killed;

    Connection() {
      super(SegmentSimulation.this.store);
    }

    private void fail(int probability) {
      if (killed || random.nextInt(probability) == 0) {
        throw new SegmentSourceException("the connection broke");
      }
    }

    @Override
    public Segment draw(String tag, long count) {
      happenWhileWaiting();
      fail(8);
      Segment segment = store.draw(tag, count);
      happenWhileWaiting();
      fail(8);
      return segment;
    }

    @Override
    public boolean returnUnused(String tag, Segment rest) {
      happenWhileWaiting();
      fail(8);
      boolean taken = store.returnUnused(tag, rest);
      returned += taken ? 1 : 0;
      happenWhileWaiting();
      if (random.nextInt(3) == 0) { // the network delivers it twice
        boolean again = store.returnUnused(tag, rest);
        happenWhileWaiting();
        return taken || again;
      }
      fail(8);
      return taken;
    }
  }
}
