package io.snowbraid;

import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/**
 * Simulates one generator whose background work is late, from one seed and in one thread: what is
 * due runs while a call waits, and time passes only by what is waited. It checks how long calls
 * take, and which of them may fail.
 */
final class LeaseSimulation {

  /** How long a call may wait. */
  static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private static final Duration SLICE = Duration.ofMillis(20);

  /** The default, as {@link #MAX_WAIT} is. */
  private static final Duration HORIZON = Duration.ofMinutes(1);

  private static final Duration TRUST = Duration.ofSeconds(1);
  private static final int EVENTS = 600;
  private static final int MIN = 5;

  /** A step back of its clock leaves a generator no lane. */
  private static final Layout LAYOUT =
      Layout.builder().time(41).worker(4).sequence(4).epoch(Layout.DEFAULT.epoch()).build();

  private final Random random;
  private final World world = new World();
  private final MemoryWorkerSource memory = new MemoryWorkerSource(world.clock);
  private final UnaryOperator<WorkerLease> broken;
  private final Snowflake ids;

  private boolean isFull;
  private boolean isUnreadable;
  private long grantedTick;
  private long writtenAt;
  private int issued;
  private int issuedWhileFull;
  private int failed;

  LeaseSimulation(long seed) {
    this(seed, MAX_WAIT, UnaryOperator.identity(), UnaryOperator.identity());
  }

  /**
   * Creates a simulation.
   *
   * @param maxWait what the generator gets instead of {@link #MAX_WAIT}
   * @param time wraps the steady clock in a broken one
   * @param broken wraps a lease in a broken one
   */
  LeaseSimulation(
      long seed,
      Duration maxWait,
      UnaryOperator<MonotonicTime> time,
      UnaryOperator<WorkerLease> broken) {
    this.random = new Random(seed);
    this.broken = broken;
    this.ids =
        Snowflake.builder()
            .layout(LAYOUT)
            .worker((WorkerSource) this::acquire)
            .clock(world.clock)
            .monotonicTime(time.apply(world))
            .scheduler(world)
            .horizon(HORIZON)
            .maxWait(maxWait)
            .owner("host")
            .build();
  }

  private WorkerLease acquire(WorkerRequest request) {
    requireSpace();
    return broken.apply(new Recorded(memory.acquire(request)));
  }

  private void requireSpace() {
    if (isFull) {
      throw FaultyWorkerSource.failure("disk is full");
    }
  }

  /** A call that needs a grant ends at its limit and not before, or when the store answers. */
  void waitForTheStore() {
    run(
        () -> {
          world.latency = millis(2 * (int) MAX_WAIT.toMillis());
          world.clock.move(HORIZON.plusSeconds(1)); // past the grant
          requireInTime();
          world.pass(MAX_WAIT.multipliedBy(3)); // what is late is answered
        });
    requireEnough(issued, failed);
  }

  private void requireInTime() {
    long begun = world.nanoTime();
    boolean isIssued = isIssued();
    long took = world.nanoTime() - begun;
    long limit = MAX_WAIT.toNanos();
    boolean isLate = took > limit + SLICE.toNanos();
    boolean isEarly = !isIssued && took < limit;
    boolean isAnswered = writtenAt > begun && writtenAt - begun < limit - SLICE.toNanos();
    if (isLate || isEarly || (isAnswered && !isIssued)) {
      throw new AssertionError(
          "call must end at its limit: issued=" + isIssued + ", took=" + Duration.ofNanos(took));
    }
  }

  /** Ids continue to the end of the grant, whether the disk is full or cannot be read. */
  void outliveTheDisk() {
    run(
        () -> {
          isFull ^= random.nextInt(10) == 0;
          isUnreadable ^= random.nextInt(10) == 0;
          world.latency = millis(1_500);
          world.pass(millis((int) HORIZON.dividedBy(6).toMillis()));
          requireIdWithinTheGrant();
        });
    requireEnough(issuedWhileFull, failed);
  }

  private void requireIdWithinTheGrant() {
    boolean isIssued = isIssued();
    if (isIssued && isFull) {
      issuedWhileFull++;
    }
    if (!isIssued && tick() <= grantedTick) {
      throw new AssertionError("ids must continue to the end of the grant: tick=" + tick());
    }
  }

  private long tick() {
    return world.clock.millis() - LAYOUT.epoch().toEpochMilli();
  }

  /** No call fails while another worker can be had in time. */
  void changeWorkers() {
    run(
        () -> {
          requireIssued();
          world.latency = millis((int) MAX_WAIT.minus(SLICE.multipliedBy(2)).toMillis());
          world.clock.move(Duration.ofHours(-1));
          requireIssued();
          world.latency = Duration.ZERO;
          world.clock.pass(Duration.ofHours(2)); // workers may be changed again
          world.pass(MAX_WAIT); // and this one gets a grant
        });
    requireEnough(issued);
  }

  private void requireIssued() {
    if (!isIssued()) {
      throw new AssertionError("call must get another worker: latency=" + world.latency);
    }
  }

  private void run(Runnable event) {
    try {
      for (int i = 0; i < EVENTS; i++) {
        event.run();
      }
    } finally {
      world.end();
    }
  }

  /** A simulation in which nothing happens shows nothing. */
  private static void requireEnough(int... counts) {
    if (Arrays.stream(counts).anyMatch(count -> count < MIN)) {
      throw new AssertionError("too little was simulated: counts=" + Arrays.toString(counts));
    }
  }

  private Duration millis(int bound) {
    return Duration.ofMillis(random.nextInt(bound));
  }

  private boolean isIssued() {
    try {
      ids.nextId();
      issued++;
      return true;
    } catch (LeaseExpiredException | ClockRollbackException e) {
      failed++;
      return false;
    }
  }

  /** A lease in a directory: its record is looked at, and the disk may be full or unreadable. */
  private final class Recorded extends ForwardingLease {

    Recorded(WorkerLease lease) {
      super(lease);
    }

    @Override
    public boolean extend(long[] lastTicks) {
      requireSpace();
      boolean isHeld = lease.extend(lastTicks);
      grantedTick = Arrays.stream(lastTicks).max().orElseThrow();
      writtenAt = world.nanoTime();
      return isHeld;
    }

    @Override
    public void release(long[] lastTicks) {
      requireSpace();
      lease.release(lastTicks);
    }

    @Override
    public Optional<Duration> recheckAfter() {
      return Optional.of(TRUST);
    }

    @Override
    public boolean isHeld() {
      if (isUnreadable) {
        throw FaultyWorkerSource.failure("too many open files");
      }
      return true;
    }
  }

  /** Time, and the tasks that are due in it. Both continue only while somebody waits. */
  private static final class World implements MonotonicTime, Scheduler {

    private record Task(long due, long order, Runnable work, Future<?> future) {}

    final TestClock clock = new TestClock();

    /** How late tasks are that are scheduled from now on. */
    Duration latency = Duration.ZERO;

    private final Queue<Task> tasks =
        new PriorityQueue<>(Comparator.comparing(Task::due).thenComparing(Task::order));
    private long order;

    /** Read by the Cleaner's thread, too. */
    private volatile boolean isOver;

    void end() {
      isOver = true;
      tasks.clear();
    }

    @Override
    public Future<?> schedule(Runnable work, Duration delay) {
      Future<?> future = new CompletableFuture<>();
      if (!isOver) {
        tasks.add(new Task(nanoTime() + delay.plus(latency).toNanos(), order++, work, future));
      }
      return future;
    }

    @Override
    public long nanoTime() {
      return clock.nanoTime();
    }

    @Override
    public void await(long nanos) {
      pass(Duration.ofNanos(nanos));
    }

    @Override
    public boolean await(Event event, long nanos) throws InterruptedException {
      long end = nanoTime() + nanos;
      while (!event.await(0)) {
        if (!isNextRun(end)) {
          passUntil(end);
          return event.await(0);
        }
      }
      return true;
    }

    void pass(Duration time) {
      long end = nanoTime() + time.toNanos();
      while (isNextRun(end)) {
        // all that is due
      }
      passUntil(end);
    }

    private boolean isNextRun(long end) {
      Task next = tasks.peek();
      if (next == null || next.due > end) {
        return false;
      }
      tasks.remove();
      passUntil(next.due);
      if (!next.future.isCancelled()) {
        next.work.run();
      }
      return true;
    }

    private void passUntil(long nanos) {
      clock.pass(Duration.ofNanos(Math.max(0, nanos - nanoTime())));
    }
  }
}
