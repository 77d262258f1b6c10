package io.snowbraid.engine;

import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.CracSupport;
import io.snowbraid.lane.LaneDecision.LaneChange;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.lane.SequenceBlock;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Issues the ids of one generator.
 *
 * <p>A call takes the next number of the current {@link SequenceBlock} with one atomic addition and
 * no lock. In the rare other cases (the clock has advanced, the block is used up, or a clock check
 * is due), it gets the next block from {@link LaneAllocator}.
 *
 * <p>Why ids increase: a thread that takes a number from an outdated block read that block while it
 * was current. Its call therefore began before any call that sees the later block.
 */
public final class Issuer {

  /**
   * While the watcher checks the clock, calls still check it at every multiple of this number.
   * After a pause of the whole process, only a few ids therefore carry an old time.
   */
  private static final int CLOCK_CHECK_INTERVAL = 64;

  private static final int CLOCK_CHECK_MASK = CLOCK_CHECK_INTERVAL - 1;

  /** A generator that issues fewer ids between two checks of the watcher is not busy. */
  private static final int BUSY_THRESHOLD = 16;

  private static final long NONE_CLAIMED = Long.MAX_VALUE;

  private final GeneratorConfig config;
  private final TrustedClock clock;
  private final TickClock ticks;
  private final IdEncoder ids;
  private final EngineEvents events;

  private final WatchedClock watchedClock;
  private final LaneAllocator allocator;
  private final Lease lease;
  private final LeaseLifecycle lifecycle;

  /** Keeps the registration reachable, which is held weakly elsewhere. */
  @SuppressWarnings("UnusedVariable")
  private @Nullable Object checkpoints;

  private SequenceBlock watched = SequenceBlock.empty();
  private long watchedNumber;

  public Issuer(GeneratorConfig config, EngineEvents events) {
    Layout layout = config.layout();
    this.config = config;
    this.events = events;
    this.ticks = new TickClock(config.clock(), layout);
    this.clock = new TrustedClock(ticks, config.monotonicTime(), config.forwardJumpDelay());
    this.ids = new IdEncoder(layout, config.shufflesSequences());
    this.watchedClock = new WatchedClock(watcher(config), this::checkClock);
    this.allocator = new LaneAllocator(config, ticks, clock, ids);
    this.lease = new Lease(config, ticks, allocator, events);
    this.lifecycle = new LeaseLifecycle(config, allocator, lease);
  }

  /** Returns null if calls must read the clock. */
  private static @Nullable ClockWatcher watcher(GeneratorConfig config) {
    return config.clockWatcher() == null && TickClock.isSystems(config.clock())
        ? ClockWatcher.SHARED
        : config.clockWatcher();
  }

  /**
   * Acquires a worker and its first grant.
   *
   * @param startWait how long to wait while all workers are held
   * @throws WorkerSourceException if no worker is available
   */
  public void open(Duration startWait) {
    lifecycle.open(startWait);
    checkpoints = CracSupport.register(lifecycle::suspendForCheckpoint, lease::resume);
  }

  public long nextId() {
    try {
      return ids.isContiguous() && watchedClock.isRunning()
          ? nextContiguousId()
          : ids.withTail(nextWithoutTail());
    } catch (SnowbraidException e) {
      throw published(e);
    }
  }

  /**
   * Issues an id in the common case. To be fast, it reads the block's fields before the atomic
   * addition.
   */
  private long nextContiguousId() {
    SequenceBlock block = allocator.current();
    long base = block.base;
    int end = block.end;
    long number = block.getAndIncrement();
    if (number < end && ((number & CLOCK_CHECK_MASK) != 0 || isCurrent(block, number))) {
      return base + number;
    }
    return nextOfLaterBlock(block, number);
  }

  public long nextIdWithTail(int tail) {
    ids.requireTail(tail);
    try {
      return nextWithoutTail() + tail;
    } catch (SnowbraidException e) {
      throw published(e);
    }
  }

  private SnowbraidException published(SnowbraidException failure) {
    events.callFailed(failure);
    return failure;
  }

  private long nextWithoutTail() {
    SequenceBlock block = allocator.current();
    long number = NONE_CLAIMED;
    if (watchedClock.isRunning() || clock.read() == block.reading) {
      number = block.getAndIncrement();
      if (number < block.end && ((number & CLOCK_CHECK_MASK) != 0 || isCurrent(block, number))) {
        return ids.id(block, number);
      }
    }
    return nextOfLaterBlock(block, number);
  }

  private boolean isCurrent(SequenceBlock block, long number) {
    if (number - block.start >= CLOCK_CHECK_INTERVAL) {
      watchedClock.start();
    }
    return clock.read() == block.reading;
  }

  /**
   * Issues an id from the next block with numbers left, waiting if necessary.
   *
   * @param used a block that is used up or outdated
   * @param claimed the number already taken from that block, to be used if it becomes current again
   */
  private long nextOfLaterBlock(SequenceBlock used, long claimed) {
    SequenceBlock block = used;
    long number = claimed;
    CallWait wait = null;
    while (true) {
      TimedDecision timed = decide(block);
      if (needsWait(timed)) {
        wait = wait == null ? new CallWait(config, ticks, lease) : wait;
        await(timed, block, wait);
      }
      SequenceBlock next = allocator.current();
      number = take(next, block, number);
      block = next;
      if (number < block.end) {
        publishWait(wait);
        return ids.id(block, number);
      }
    }
  }

  /** Takes a number of the next block, unless that is the same block and the call has a number. */
  private static long take(SequenceBlock next, SequenceBlock block, long number) {
    return next == block && number < block.end ? number : next.getAndIncrement();
  }

  public void nextIds(long[] target) {
    fill(target, true);
  }

  /** Fills the start of an array without waiting, and returns the number of ids. */
  public int tryNextIds(long[] target) {
    return fill(target, false);
  }

  private int fill(long[] target, boolean mayWait) {
    try {
      return claim(target, mayWait);
    } catch (SnowbraidException e) {
      throw published(e);
    }
  }

  private int claim(long[] target, boolean mayWait) {
    boolean ascending = true;
    CallWait wait = mayWait ? new CallWait(config, ticks, lease) : null;
    SequenceBlock block = target.length == 0 ? null : blockForNow(wait);
    int filled = 0;
    while (block != null && filled < target.length) {
      int count = claim(block, target, filled);
      ascending &= filled == 0 || count == 0 || target[filled - 1] < target[filled];
      filled += count;
      if (filled < target.length) {
        block = next(block, wait);
      }
    }
    publishWait(wait);
    if (!ascending) { // the clock stepped back in between
      Arrays.sort(target, 0, filled);
    }
    return filled;
  }

  /** Returns the block for the current clock reading; it may be used up. */
  private @Nullable SequenceBlock blockForNow(@Nullable CallWait wait) {
    SequenceBlock block = allocator.current();
    return clock.read() == block.reading ? block : next(block, wait);
  }

  /** Returns the next block, which may be used up again; null if the call would have to wait. */
  private @Nullable SequenceBlock next(SequenceBlock used, @Nullable CallWait wait) {
    TimedDecision timed = decide(used);
    if (needsWait(timed) && wait == null) {
      lease.requireRecord();
      return null;
    }
    if (wait != null) {
      await(timed, used, wait);
    }
    return allocator.current();
  }

  private int claim(SequenceBlock block, long[] target, int from) {
    int wanted = Math.min(target.length - from, block.end);
    long first = block.getAndAdd(wanted);
    int count = (int) Math.max(0, Math.min(wanted, block.end - first));
    ids.fill(block, first, target, from, count);
    return count;
  }

  private static boolean needsWait(@Nullable TimedDecision timed) {
    return timed != null && !(timed.decision() instanceof UseLane);
  }

  /**
   * Waits until a block that is used up or outdated can be replaced.
   *
   * @param first the decision for that block
   * @param wait the call's waits
   */
  private void await(@Nullable TimedDecision first, SequenceBlock used, CallWait wait) {
    TimedDecision timed = first;
    while (timed != null && needsWait(timed)) {
      wait.await(timed);
      timed = decide(used);
    }
  }

  private void publishWait(@Nullable CallWait wait) {
    if (wait != null && wait.hasWaited()) {
      events.waited(wait.waited());
    }
  }

  /** Makes a decision. Returns null if another thread has replaced the block meanwhile. */
  private @Nullable TimedDecision decide(SequenceBlock used) {
    TimedDecision timed;
    try {
      timed = allocator.decide(used);
    } catch (LayoutExhaustedException e) {
      lease.refresh(); // a round can verify a clock jump by the store clock
      throw e;
    }
    if (timed != null) {
      publish(timed);
    }
    return timed;
  }

  private void publish(TimedDecision timed) {
    events.decided(timed);
    boolean isElsewhere =
        timed.decision() instanceof UseLane use && use.change() == LaneChange.SWITCH;
    if (isElsewhere || !timed.jump().isZero()) {
      lease.refresh(); // reveals a clone of this process, and prepares for another step back
    }
  }

  /**
   * Checks the clock for all calls. If it has moved, the next call makes a new decision.
   *
   * @return whether the generator is busy: enough ids were issued since the last check
   */
  private boolean checkClock() {
    SequenceBlock block = allocator.current();
    boolean idle = block == allocator.empty();
    if (!idle && clock.read() != block.reading) {
      allocator.invalidate(block);
    }
    long number = block.get();
    boolean isBusy = number - (block == watched ? watchedNumber : block.start) >= BUSY_THRESHOLD;
    watched = block;
    watchedNumber = number;
    return isBusy && !idle;
  }

  Lease lease() {
    return lease;
  }

  LeaseLifecycle lifecycle() {
    return lifecycle;
  }

  /** Returns the current state, including the next decision. Issues nothing. */
  public EngineStatus status() {
    return new EngineStatus(
        allocator.view(),
        lease.isStopped(),
        lease.grantAge(),
        lease.storeFailure(),
        lease.warnings());
  }

  /** Returns the worker in the next ids; -1 if there is none. */
  public int worker() {
    return allocator.worker();
  }

  public boolean isOpen() {
    return lease.isOpen();
  }

  public void close() {
    lifecycle.close();
  }
}
