package io.snowbraid;

import io.snowbraid.Choice.Issue;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Issues the ids of one worker.
 *
 * <p>A call takes the next number of the current {@link Run} by one atomic addition, without a
 * lock. The rest is behind the lock, and rare: the clock shows another tick, the run is used up, or
 * it is time for a look at the clock. Whoever finds that asks the {@link LaneRule} and publishes
 * the run that it names.
 *
 * <p>Why it is unique: each lane and tick has one run for ever ({@link Lanes#enter} refuses
 * another), and each number of a run has one owner. Nothing rests on which run a thread sees.
 *
 * <p>Why ids rise: a thread that takes its number from a run which is no longer current loaded it
 * while it was. So its call began before the calls that see the later run, and counts as having
 * happened before them.
 */
final class Issuer {

  /**
   * While another thread watches the clock, callers still look for themselves whenever they take a
   * number that this divides: a stop of the whole process makes only a few ids late.
   */
  private static final int LOOK_EVERY = 64;

  private static final int LOOK_MASK = LOOK_EVERY - 1;

  /** With fewer ids from look to look of the coarse clock there is no load. */
  private static final int LOAD = 16;

  private static final long NOT_TAKEN = Long.MAX_VALUE;

  private final Layout layout;
  private final int worker;
  private final TickClock clock;
  private final long maxLead;
  private final Duration maxWait;
  private final Waiter waiter;
  private final IdComposer ids;
  private final RunStarts starts;
  private final Announcer announcer;
  private final CoarseClock coarseClock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Lanes lanes;
  private final LayoutEnd end;
  private final Run none = Run.empty();
  private long lastReading = Long.MIN_VALUE;
  private Run lastRun = none;
  private long lastTaken;

  private volatile Run current = none;
  private volatile boolean closed;

  private Run watched = none;
  private long watchedNumber;

  Issuer(Snowflake.Builder settings, int worker) {
    this.layout = settings.layout;
    this.worker = worker;
    this.clock = new TickClock(settings.clock, layout);
    this.maxLead = Math.min(clock.wholeTicks(settings.maxLead), layout.lastTick());
    this.maxWait = settings.maxWait;
    this.waiter = settings.waiter;
    this.ids = new IdComposer(layout, worker, settings.order);
    this.starts = new RunStarts(settings.random, layout.sequences(), settings.order);
    this.announcer = new Announcer(settings.listener, clock, layout.timelines());
    this.end = new LayoutEnd(layout, clock);
    this.coarseClock = new CoarseClock(settings.coarseClockThreads, waiter, this::look);
    boolean all = settings.rollbackPolicy == RollbackPolicy.SWITCH_TIMELINE;
    this.lanes = new Lanes(all ? layout.rollbacks() : 1, all ? layout.timelines() : 1);
  }

  long nextId() {
    if (ids.isPlain() && coarseClock.isRunning()) {
      return nextPlainId();
    }
    return ids.withTail(nextWithoutTail());
  }

  /** The common case, with all that can be read before the atomic addition read there. */
  private long nextPlainId() {
    Run run = current;
    long base = run.base;
    int end = run.end;
    long number = run.getAndIncrement();
    if (number < end && ((number & LOOK_MASK) != 0 || isPresent(run, number))) {
      return base + number;
    }
    return nextOfLaterRun(run, number);
  }

  long nextId(int tail) {
    ids.requireTail(tail);
    return nextWithoutTail() + tail;
  }

  private long nextWithoutTail() {
    Run run = current;
    long number = NOT_TAKEN;
    if (coarseClock.isRunning() || clock.read() == run.reading) {
      number = run.getAndIncrement();
      if (number < run.end && ((number & LOOK_MASK) != 0 || isPresent(run, number))) {
        return ids.id(run, number);
      }
    }
    return nextOfLaterRun(run, number);
  }

  private boolean isPresent(Run run, long number) {
    if (number - run.start >= LOOK_EVERY) {
      coarseClock.start();
    }
    return clock.read() == run.reading;
  }

  private long nextOfLaterRun(Run run, long number) {
    Run next = advance(run);
    if (next == run && number < run.end) {
      return ids.id(run, number);
    }
    while (true) {
      long taken = next.getAndIncrement();
      if (taken < next.end) {
        return ids.id(next, taken);
      }
      next = advance(next);
    }
  }

  void nextIds(long[] target) {
    boolean ascending = true;
    Run run = target.length == 0 ? none : present();
    int filled = 0;
    while (filled < target.length) {
      int count = take(run, target, filled);
      ascending &= filled == 0 || count == 0 || target[filled - 1] < target[filled];
      filled += count;
      if (filled < target.length) {
        run = advance(run);
      }
    }
    if (!ascending) { // the clock stepped back in between
      Arrays.sort(target);
    }
  }

  /** The run for what the clock shows now; it may be used up. */
  private Run present() {
    Run run = current;
    return clock.read() == run.reading ? run : advance(run);
  }

  private int take(Run run, long[] target, int from) {
    int wanted = Math.min(target.length - from, run.end);
    long first = run.getAndAdd(wanted);
    int count = (int) Math.max(0, Math.min(wanted, run.end - first));
    ids.fill(run, first, target, from, count);
    return count;
  }

  /**
   * Asks for the run after one that is used up or out of date, and waits for it if need be.
   *
   * @return the current run, which may be used up again
   */
  private Run advance(Run used) {
    try {
      Patience patience = null;
      Choice choice = decide(used);
      while (choice != null && !(choice instanceof Issue)) {
        patience = patience == null ? new Patience(clock, maxWait, waiter) : patience;
        patience.await(choice);
        choice = decide(used);
      }
      if (patience != null) {
        announcer.waited(patience.waited());
      }
      return current;
    } catch (SnowbraidException e) {
      announcer.refused(e);
      throw e;
    }
  }

  /** Asks the rule and does what it says; null if another thread has done so since. */
  private @Nullable Choice decide(Run used) {
    Choice choice;
    long reading;
    long before;
    lock.lock();
    try {
      requireOpen();
      if (current != used) {
        return null;
      }
      reading = clock.read();
      before = lastReading;
      choice = LaneRule.choose(lanes, reading, maxLead);
      if (choice instanceof Issue issue) {
        publish(issue, reading);
      }
    } finally {
      lock.unlock();
    }
    if (choice instanceof Issue issue) {
      announcer.issued(issue, reading, before);
    }
    return choice;
  }

  private void publish(Issue issue, long reading) {
    end.check(issue.tick());
    starts.count(lastRun.taken() - lastTaken);
    int lane = issue.lane();
    if (issue.tick() > lanes.lastTick(lane)) {
      lanes.enter(newRun(issue), issue.peak());
    } else {
      lanes.resume(lane, issue.peak());
    }
    Run run = lanes.run(lane);
    run.reading = reading;
    lastReading = reading;
    lastRun = run;
    lastTaken = run.taken();
    current = run;
  }

  private Run newRun(Issue issue) {
    int start = starts.of(issue.move());
    long base = ids.base(issue.lane(), issue.tick());
    return new Run(issue.lane(), issue.tick(), base, start, layout.sequences(), starts.key());
  }

  private void requireOpen() {
    if (closed) {
      throw new LeaseLostException(
          "generator must be open: it was closed and gave back worker="
              + worker
              + "; build another");
    }
  }

  /**
   * Looks at the clock for all callers, and makes them ask the rule if it has moved.
   *
   * @return whether ids were issued since the last look
   */
  private boolean look() {
    Run run = current;
    if (run != none && clock.read() != run.reading) {
      retire(run);
    }
    long number = run.get();
    boolean load = number - (run == watched ? watchedNumber : run.start) >= LOAD;
    watched = run;
    watchedNumber = number;
    return load && run != none;
  }

  private void retire(Run run) {
    lock.lock();
    try {
      if (current == run) {
        current = none;
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isOpen() {
    return !closed;
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      current = none;
    } finally {
      lock.unlock();
    }
  }
}
