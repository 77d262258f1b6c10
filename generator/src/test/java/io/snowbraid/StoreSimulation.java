package io.snowbraid;

import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** One story of several hosts and their store, told by a seed. */
final class StoreSimulation {

  /** How a host comes by its generator. */
  interface Factory {
    IdGenerator create(WorkerSource workers, TestClock clock, ManualScheduler scheduler);
  }

  /**
   * Fewer workers than hosts: they take them from each other. Few ids in a tick: bursts run far
   * ahead of the clock, so that ids fall where a change of worker forgets that.
   */
  static final Layout LAYOUT =
      Layout.builder()
          .time(41)
          .rollback(2)
          .timeline(2)
          .worker(1)
          .sequence(4)
          .epoch(Layout.DEFAULT.epoch())
          .build();

  static final Duration HORIZON = Duration.ofSeconds(60);

  private static final int HOSTS = 4;
  private static final int EVENTS = 400;
  private static final int LEAST = 20;
  private static final long MAX_LEAD = 1_000;

  private final Random random;
  private final Factory factory;
  private final UnaryOperator<WorkerLease> twin;
  private final UnaryOperator<WorkerLease> copier;
  private final TestClock storeClock = new TestClock();
  private final MemoryWorkerSource store = new MemoryWorkerSource(storeClock);
  private final List<Host> hosts = new ArrayList<>();
  private final LongStream.Builder issued = LongStream.builder();
  private boolean down;
  private int depth;

  StoreSimulation(long seed, Factory factory, UnaryOperator<WorkerLease> twin) {
    this(seed, factory, twin, MemoryWorkerSource::copyOf);
  }

  /**
   * A story.
   *
   * @param twin what a holder makes of its lease
   * @param copier what becomes of a lease in a snapshot of its holder's memory
   */
  StoreSimulation(
      long seed,
      Factory factory,
      UnaryOperator<WorkerLease> twin,
      UnaryOperator<WorkerLease> copier) {
    this.random = new Random(seed);
    this.factory = factory;
    this.twin = twin;
    this.copier = copier;
    for (int i = 0; i < HOSTS; i++) {
      hosts.add(new Host());
    }
  }

  static IdGenerator generator(WorkerSource workers, TestClock clock, ManualScheduler scheduler) {
    return Snowflake.builder()
        .layout(LAYOUT)
        .worker(workers)
        .clock(clock)
        .monotonicTime(clock)
        .scheduler(scheduler)
        .random(new ClonedGenerator.CopiedRandom())
        .horizon(HORIZON)
        .maxWait(Duration.ZERO)
        .startWait(Duration.ZERO)
        .owner("host")
        .build();
  }

  /** Tells the story; the ids that were issued, in their order. */
  long[] run() {
    for (int event = 0; event < EVENTS; event++) {
      happen();
    }
    hosts.forEach(Host::crash);
    long[] ids = issued.build().toArray();
    IdChecker.requireUnique(ids, LEAST);
    return ids;
  }

  private void happen() {
    pass(Duration.ofMillis(random.nextInt(200)));
    Host host = hosts.get(random.nextInt(HOSTS));
    switch (random.nextInt(16)) {
      case 0 -> host.end();
      case 1 -> host.crash();
      case 2, 3 -> host.work();
      case 4 -> host.clock.move(step());
      case 5 -> hosts.forEach(each -> each.clock.set(TestClock.START));
      case 6 -> pass(Duration.ofMillis(random.nextInt(2 * (int) HORIZON.toMillis())));
      case 7 -> storeClock.move(Duration.ofMinutes(random.nextInt(91) - 30));
      case 8 -> down = random.nextInt(4) == 0;
      case 9 -> outlive(host);
      case 10 -> hosts.get(random.nextInt(HOSTS)).wakeAsCopyOf(host);
      default -> host.issue(1 + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 3));
    }
    hosts.forEach(Host::watchClock);
  }

  private Duration step() {
    return random.nextBoolean()
        ? Duration.ofMinutes(random.nextInt(181) - 90)
        : Duration.ofMillis(-random.nextInt((int) MAX_LEAD)); // ids have to rise on
  }

  /** In the middle of a burst, the store takes a host for dead, and another may get its worker. */
  private void outlive(Host host) {
    host.issue(1 + random.nextInt(5_000));
    storeClock.move(HORIZON.plusSeconds(1));
    Host other = hosts.get(random.nextInt(HOSTS));
    other.crash();
    other.issue(1);
    host.work();
    host.issue(1);
  }

  /** Time goes by everywhere. */
  private void pass(Duration time) {
    storeClock.move(time);
    hosts.forEach(host -> host.clock.pass(time));
  }

  /** The caller is held up while the others go on, its other threads among them. */
  private void holdUp() {
    if (depth < 2 && random.nextInt(3) == 0) {
      depth++;
      int events = random.nextInt(12);
      for (int event = 0; event < events; event++) {
        happen();
      }
      depth--;
    }
  }

  private final class Host implements FaultyWorkerSource.Faults {

    final TestClock clock = new TestClock();
    private ManualScheduler scheduler = new ManualScheduler();
    private IdGenerator ids;

    private long peak;
    private boolean steppedBack;
    private long lastId;
    private int turns;

    /** Since the memory was copied, no write was answered: the copies may issue the same ids. */
    private boolean copied;

    /** Inside a call to the store: what else this host does, it does in other threads. */
    private boolean busy;

    void issue(int count) {
      boolean mayFall = steppedBack;
      boolean mayMeet = copied;
      steppedBack = false;
      try {
        if (ids == null) {
          start();
        }
        if (ids != null) {
          int turn = ++turns;
          long[] target = new long[count];
          ids.nextIds(target);
          if (!mayMeet && !copied) {
            Arrays.stream(target).forEach(issued);
          }
          requireRising(target, mayFall || steppedBack || turn != turns);
          steppedBack |= turn != turns; // nobody knows which thread was last
        }
      } catch (SnowbraidException e) {
        steppedBack |= mayFall;
        requireExpected(e);
      }
    }

    /** The clock may have moved: ids need not rise over a step back by more than the lead. */
    void watchClock() {
      boolean stepsBack = clock.millis() + MAX_LEAD < peak;
      steppedBack |= stepsBack;
      peak = stepsBack ? clock.millis() : Math.max(peak, clock.millis());
    }

    private void requireRising(long[] target, boolean mayFall) {
      IdChecker.requireRising(target);
      if (!mayFall && target[0] <= lastId) {
        throw new AssertionError("id must rise: before=" + lastId + ", id=" + target[0]);
      }
      lastId = target[target.length - 1];
      peak = Math.max(peak, LAYOUT.decode(lastId).time().toEpochMilli());
    }

    private void start() {
      if (!busy) {
        lastId = 0;
        copied = false;
        scheduler = new ManualScheduler();
        ids = factory.create(new FaultyWorkerSource(store, this, twin), clock, scheduler);
      }
    }

    void work() {
      if (!busy) {
        scheduler.run();
      }
    }

    /** This machine starts from a snapshot of another's memory, while that one goes on. */
    void wakeAsCopyOf(Host other) {
      if (busy || other.busy || this == other || !(other.ids instanceof Snowflake)) {
        return;
      }
      other.work(); // nothing is under way in the snapshot
      clock.set(other.clock);
      crash();
      scheduler = new ManualScheduler();
      MemorySnapshot snapshot =
          new MemorySnapshot(copier)
              .replacing(other, this)
              .replacing(other.clock, clock)
              .replacing(other.scheduler, scheduler)
              .replacing(store, store);
      ids = ClonedGenerator.of((Snowflake) other.ids, snapshot, scheduler);
      lastId = other.lastId;
      peak = other.peak;
      steppedBack = other.steppedBack;
      copied = true;
      other.copied = true;
    }

    void crash() {
      if (!busy) {
        scheduler.end();
        ids = null;
      }
    }

    void end() {
      if (!busy && ids instanceof AutoCloseable open) {
        close(open);
        ids = null;
      }
    }

    @Override
    public <T> T call(Supplier<T> work) {
      busy = true;
      scheduler.hold(true);
      try {
        holdUp();
        if (down) {
          throw FaultyWorkerSource.failure("store is down");
        }
        T answer = work.get();
        holdUp();
        if (random.nextInt(10) == 0) {
          throw FaultyWorkerSource.failure("answer is lost");
        }
        copied = false;
        return answer;
      } finally {
        busy = false;
        scheduler.hold(false);
      }
    }
  }

  private static void close(AutoCloseable open) {
    try {
      open.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void requireExpected(SnowbraidException e) {
    if (!(e instanceof LeaseLostException
        || e instanceof GeneratorClosedException
        || e instanceof NoWorkerAvailableException
        || e instanceof ClockRollbackException)) {
      throw new AssertionError("unexpected: " + e, e);
    }
  }
}
