package io.snowbraid;

import io.snowbraid.Choice.Blocked;
import io.snowbraid.Choice.Issue;
import io.snowbraid.Choice.Ungranted;
import io.snowbraid.SnowflakeStatus.State;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Names the run that ids are taken from, under a lock: whoever finds the {@linkplain #current
 * current} one used up or out of date asks here, and the {@link LaneRule} answers.
 *
 * <p>Why ids are unique: each lane and tick has one run for ever ({@link Lanes#enter} refuses
 * another), and each number of a run has one owner. Nothing rests on which run a thread sees.
 */
final class Runs {

  private final Layout layout;
  private final TickClock clock;
  private final long maxLead;
  private final long horizon;
  private final IdComposer ids;
  private final RunStarts starts;
  private final Announcer announcer;
  private final LayoutEnd end;

  private final ReentrantLock lock = new ReentrantLock();
  private final Run none = Run.empty();
  private long lastReading = Long.MIN_VALUE;
  private Run lastRun = none;
  private long lastTaken;
  private volatile Tenure tenure;
  private volatile boolean closed;

  private volatile Run current = none;

  Runs(
      Snowflake.Builder settings,
      TickClock clock,
      IdComposer ids,
      Announcer announcer,
      Tenure first) {
    this.layout = settings.layout;
    this.clock = clock;
    this.ids = ids;
    this.announcer = announcer;
    this.maxLead = Math.min(clock.wholeTicks(settings.maxLead), layout.lastTick());
    this.horizon = Math.max(1, clock.wholeTicks(settings.horizon));
    this.starts = new RunStarts(settings.random, layout.sequences(), settings.order);
    this.end = new LayoutEnd(layout, clock);
    this.tenure = first;
  }

  /** The run to take numbers from; it may be used up or out of date. */
  Run current() {
    return current;
  }

  /** A run without numbers, current when the rule has to be asked. */
  Run none() {
    return none;
  }

  int worker() {
    return tenure.worker();
  }

  boolean isOpen() {
    return !closed;
  }

  /**
   * Asks the rule and does what it says.
   *
   * @param used the run that is used up or out of date
   * @return what the rule said; null if another thread has moved on since
   * @throws LeaseLostException if the generator is closed
   * @throws LayoutExhaustedException if the clock is past the layout's end
   */
  @Nullable Choice decide(Run used) {
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
      choice = LaneRule.choose(tenure.lanes(), reading, maxLead);
      if (choice instanceof Issue issue) {
        publish(issue, reading);
      } else if (choice instanceof Ungranted ungranted) {
        end.check(ungranted.issue().tick());
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
    countIssued();
    Lanes lanes = tenure.lanes();
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

  private void countIssued() {
    int taken = lastRun.taken();
    starts.count(taken - lastTaken);
    lastTaken = taken;
  }

  private Run newRun(Issue issue) {
    int start = starts.of(issue.move());
    long base = ids.base(tenure.worker(), issue.lane(), issue.tick());
    return new Run(issue.lane(), issue.tick(), base, start, layout.sequences(), starts.key());
  }

  private void requireOpen() {
    if (closed) {
      throw new LeaseLostException(
          "generator must be open: it was closed and gave back worker="
              + tenure.worker()
              + "; build another",
          null);
    }
  }

  /** Makes callers ask the rule, unless they have done so since. */
  void retire(Run run) {
    lock.lock();
    try {
      if (current == run) {
        current = none;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Plans the next grant of a tenure: the generation that the rule names now, up to the horizon.
   *
   * @return for each lane of the layout the last tick, to be recorded
   */
  long[] plan(Tenure planned) {
    lock.lock();
    try {
      Lanes lanes = planned.lanes();
      Issue next = named(LaneRule.choose(lanes, clock.read(), maxLead));
      int lane = next == null ? Math.max(0, lanes.current()) : next.lane();
      long tick = next == null ? lanes.lastTick(lane) : next.tick();
      return lanes.plan(lane, Math.min(tick + horizon, layout.lastTick()));
    } finally {
      lock.unlock();
    }
  }

  /** What the rule names, granted or not; null if there is nothing. */
  private static @Nullable Issue named(Choice choice) {
    return choice instanceof Ungranted ungranted
        ? ungranted.issue()
        : choice instanceof Issue issue ? issue : null;
  }

  /** Allows what was planned, once that is recorded. */
  void grant(Tenure planned, long[] ticks) {
    lock.lock();
    try {
      planned.lanes().grant(ticks);
    } finally {
      lock.unlock();
    }
  }

  /** Goes on with another worker, unless it is the same. */
  void enter(Tenure next) {
    if (next.lanes() == tenure.lanes()) {
      return;
    }
    lock.lock();
    try {
      next.lanes().follow(tenure.lanes());
      tenure = next;
      current = none;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Issues nothing more under the present grant, not even by calls that are under way.
   *
   * @return for each lane of the layout the last tick
   */
  long[] withdraw(Tenure withdrawn) {
    lock.lock();
    try {
      current = none;
      countIssued(); // what is used up now was not issued
      lastRun = none;
      lastTaken = 0;
      tenure.lanes().withdraw(); // may be another: one that was lost, with a grant left
      withdrawn.lanes().withdraw();
      return withdrawn.lanes().lastTicks();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells how things stand. Asks the rule as a call would, but issues nothing.
   *
   * @param grantAge how old the grant is, if there is one
   * @param storeFailure why the store did not answer when it was last asked, if it did not
   */
  SnowflakeStatus status(Optional<Duration> grantAge, Optional<RuntimeException> storeFailure) {
    lock.lock();
    try {
      Lanes lanes = tenure.lanes();
      long reading = clock.read();
      Choice choice = LaneRule.choose(lanes, reading, maxLead);
      Issue next = named(choice);
      int last = lanes.current();
      int lane = Math.max(0, last);
      long ahead = last == Lanes.NONE ? 0 : Math.max(0, lanes.lastTick(last) - reading);
      long until = lanes.horizon(next == null ? lane : next.lane());
      return new SnowflakeStatus(
          clock.instant(reading),
          state(choice),
          tenure.worker(),
          lane / lanes.timelines(),
          lane % lanes.timelines(),
          last == Lanes.NONE ? Optional.empty() : Optional.of(clock.instant(lanes.lastTick(last))),
          clock.duration(ahead),
          until == Long.MAX_VALUE ? Optional.empty() : Optional.of(clock.instant(until)),
          grantAge,
          starts.counted() + lastRun.taken() - lastTaken,
          storeFailure);
    } finally {
      lock.unlock();
    }
  }

  private State state(Choice choice) {
    Issue next = named(choice);
    if (closed) {
      return State.CLOSED;
    }
    if (next != null && next.tick() > layout.lastTick()) {
      return State.EXHAUSTED;
    }
    return choice instanceof Ungranted
        ? State.NOT_GRANTED
        : choice instanceof Blocked ? State.CLOCK_BEHIND : State.READY;
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
