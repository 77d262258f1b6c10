package io.snowbraid;

import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Simulates several hosts and their store, from one seed. */
final class StoreSimulation {

  /** Creates the generator of a host. */
  interface Factory {
    IdGenerator create(WorkerSource workers, TestClock clock, ManualScheduler scheduler);
  }

  /**
   * There are fewer workers than hosts, so hosts take them from each other. A tick has few ids, so
   * bursts lead far, and ids decrease if a change of worker forgets the lead.
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
  private static final int MIN = 20;
  private static final long MAX_LEAD = 1_000;

  private final Random random;
  private final Factory factory;
  private final UnaryOperator<WorkerLease> broken;
  private final UnaryOperator<WorkerLease> copier;
  private final TestClock storeClock = new TestClock();
  private final MemoryWorkerSource store = new MemoryWorkerSource(storeClock);
  private final List<Host> hosts = new ArrayList<>();
  private final LongStream.Builder issued = LongStream.builder();
  private boolean down;
  private int depth;

  StoreSimulation(long seed, Factory factory, UnaryOperator<WorkerLease> broken) {
    this(seed, factory, broken, MemoryWorkerSource::copyOf);
  }

  /**
   * Creates a simulation.
   *
   * @param broken wraps a lease in a broken one
   * @param copier clones a lease in a snapshot of its holder's memory
   */
  StoreSimulation(
      long seed,
      Factory factory,
      UnaryOperator<WorkerLease> broken,
      UnaryOperator<WorkerLease> copier) {
    this.random = new Random(seed);
    this.factory = factory;
    this.broken = broken;
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

  /** Runs the simulation, and returns the issued ids in order. */
  long[] run() {
    for (int event = 0; event < EVENTS; event++) {
      happen();
    }
    forgetRegistrations();
    long[] ids = issued.build().toArray();
    IdChecker.requireUnique(ids, MIN);
    return ids;
  }

  /** Empties the registry of this process, because each host stands for a process of its own. */
  private static void forgetRegistrations() {
    Security.setProperty("snowbraid.held", "");
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
      case 10 -> continueTwice(host, hosts.get(random.nextInt(HOSTS)));
      default -> host.issue(1 + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 3));
    }
    hosts.forEach(Host::watchClock);
  }

  private Duration step() {
    return random.nextBoolean()
        ? Duration.ofMinutes(random.nextInt(181) - 90)
        : Duration.ofMillis(-random.nextInt((int) MAX_LEAD)); // ids have to keep increasing
  }

  /** In the middle of a burst, the store presumes a host dead, and another may get its worker. */
  private void outlive(Host host) {
    host.issue(1 + random.nextInt(5_000));
    storeClock.move(HORIZON.plusSeconds(1));
    Host other = hosts.get(random.nextInt(HOSTS));
    other.crash();
    other.issue(1);
    host.work();
    host.issue(1);
  }

  /** Both a host and a copy of its memory extend the grant and issue. */
  private void continueTwice(Host host, Host copy) {
    copy.wakeAsCopyOf(host);
    pass(HORIZON.dividedBy(2));
    for (Host each : random.nextBoolean() ? List.of(host, copy) : List.of(copy, host)) {
      each.work();
      each.issue(1 + random.nextInt(5_000));
    }
  }

  /** Lets time pass on all hosts and the store. */
  private void pass(Duration time) {
    storeClock.move(time);
    hosts.forEach(host -> host.clock.pass(time));
  }

  /** Delays the caller while the others continue, including its own other threads. */
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

    /**
     * Whether no write was answered since the memory was cloned: then the clones may issue the same
     * ids.
     */
    private boolean copied;

    /**
     * Whether the host is within a call to the store: whatever else it does, it does in other
     * threads.
     */
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
          steppedBack |= turn != turns; // it is not known which thread was last
        }
      } catch (SnowbraidException e) {
        steppedBack |= mayFall;
        requireExpected(e);
      }
    }

    /**
     * Notes movements of the clock: ids need not increase over a step back by more than the lead.
     */
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
        forgetRegistrations();
        ids = factory.create(new FaultyWorkerSource(store, this, broken), clock, scheduler);
      }
    }

    void work() {
      if (!busy) {
        scheduler.run();
      }
    }

    /** Starts this machine from a snapshot of another's memory, while the other one continues. */
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
    if (!(e instanceof LeaseExpiredException
        || e instanceof GeneratorClosedException
        || e instanceof NoWorkerAvailableException
        || e instanceof ClockRollbackException)) {
      throw new AssertionError("unexpected: " + e, e);
    }
  }
}
