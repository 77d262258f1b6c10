package io.snowbraid;

import io.snowbraid.Choice.Blocked;
import io.snowbraid.Choice.Issue;
import io.snowbraid.Choice.Pace;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A generator of ids that stay unique whatever its clock does: a Snowflake with several timelines.
 *
 * <pre>{@code
 * try (Snowflake ids = Snowflake.builder().worker(WorkerSource.fixed(1)).build()) {
 *   long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>The ids of one generator strictly increase while its clock does not step back by more than
 * {@linkplain Builder#maxLead the allowed lead}. When it does, ids carry the earlier time on
 * another timeline and stay unique.
 *
 * <p>Safe for use by any number of threads, platform or virtual. A call waits only when the ids of
 * all ticks up to the allowed lead are used up, or as {@link Builder#maxWait} allows.
 */
public final class Snowflake implements IdGenerator, AutoCloseable {

  private final Layout layout;
  private final int worker;
  private final TickClock clock;
  private final long maxLead;
  private final Duration maxWait;
  private final Waiter waiter;
  private final RandomGenerator random;

  private final ReentrantLock lock = new ReentrantLock();
  private final Lanes lanes;
  private volatile boolean closed;

  private Snowflake(Builder builder, WorkerSource source) {
    layout = builder.layout;
    clock = new TickClock(builder.clock, layout);
    maxLead = Math.min(clock.wholeTicks(builder.maxLead), layout.lastTick());
    maxWait = builder.maxWait;
    waiter = builder.waiter;
    random = builder.random;
    lanes = new Lanes(layout.rollbacks(), layout.timelines(), layout.sequences());
    worker = source.acquire(layout.workers());
  }

  /**
   * Starts the settings of a new generator.
   *
   * @return a builder that still needs a {@linkplain Builder#worker worker}
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Tells how the ids are made up.
   *
   * @return the layout of the ids, also to take them apart with
   */
  public Layout layout() {
    return layout;
  }

  /**
   * Tells which worker the generator holds.
   *
   * @return the worker in all ids of this generator
   */
  public int workerId() {
    return worker;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ClockRollbackException if every lane is ahead of the clock for longer than may be
   *     waited
   * @throws LayoutExhaustedException if the clock has passed the end of the layout
   * @throws LeaseLostException if the generator is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public long nextId() {
    long[] id = new long[1];
    nextIds(id);
    return id[0];
  }

  /**
   * {@inheritDoc}
   *
   * @throws ClockRollbackException if every lane is ahead of the clock for longer than may be
   *     waited
   * @throws LayoutExhaustedException if the clock has passed the end of the layout
   * @throws LeaseLostException if the generator is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public void nextIds(long[] target) {
    boolean ascending = true;
    int filled = 0;
    while (filled < target.length) {
      int from = filled;
      filled += awaitIds(target, from);
      ascending &= from == 0 || target[from - 1] < target[from];
    }
    if (!ascending) { // the clock stepped back in between
      Arrays.sort(target);
    }
  }

  /** Issues at least one id, and as many more as the same tick has room for. */
  private int awaitIds(long[] target, int from) {
    Patience patience = null;
    while (true) {
      Choice choice;
      lock.lock();
      try {
        choice = choose();
        if (choice instanceof Issue issue) {
          return issue(issue, target, from);
        }
      } finally {
        lock.unlock();
      }
      patience = patience == null ? new Patience(clock, maxWait, waiter) : patience;
      if (choice instanceof Blocked blocked) {
        patience.await(blocked);
      } else if (choice instanceof Pace pace) {
        patience.await(pace);
      }
    }
  }

  private Choice choose() {
    if (closed) {
      throw new LeaseLostException(
          "generator must be open: it was closed and gave back worker="
              + worker
              + "; build another");
    }
    Choice choice = LaneRule.choose(lanes, clock.read(), maxLead);
    if (choice instanceof Issue issue && issue.tick() > layout.lastTick()) {
      throw new LayoutExhaustedException(
          "time must be within the layout: lastInstant="
              + layout.lastInstant()
              + ", time="
              + clock.instant(issue.tick())
              + "; set the clock right, or go on with a layout of a later epoch",
          layout.lastInstant());
    }
    return choice;
  }

  private int issue(Issue issue, long[] target, int from) {
    int lane = issue.lane();
    lanes.enter(lane, issue.tick(), issue.peak(), issue.spill() ? 0 : randomStart());
    int count = Math.min(target.length - from, lanes.room(lane));
    int first = lanes.take(count);
    for (int i = 0; i < count; i++) {
      target[from + i] =
          layout.encode(
              issue.tick(),
              lane / layout.timelines(),
              lane % layout.timelines(),
              worker,
              first + i,
              layout.tails() == 1 ? 0 : random.nextInt(layout.tails()));
    }
    return count;
  }

  /** A new tick begins in the lower half of the sequence, so at least half of it is left. */
  private int randomStart() {
    return random.nextInt(layout.sequences() / 2);
  }

  /**
   * Tells whether the generator can issue ids.
   *
   * @return false once it is closed
   */
  public boolean isOpen() {
    return !closed;
  }

  /** Gives the worker back. Ids can no longer be issued; closing again has no effect. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return "Snowflake[worker=" + worker + ", layout=" + layout + "]";
  }

  /**
   * The settings of a generator. Only the worker is required.
   *
   * <p>Not safe for threads.
   */
  public static final class Builder {

    private Layout layout = Layout.DEFAULT;
    private @Nullable WorkerSource worker;
    private InstantSource clock = InstantSource.system();
    private Duration maxLead = Duration.ofSeconds(1);
    private Duration maxWait = Duration.ofSeconds(1);
    private Waiter waiter = Waiter.SYSTEM;
    private RandomGenerator random = new SplittableRandom();

    private Builder() {}

    /**
     * Sets how ids are made up.
     *
     * @param layout the layout; {@link Layout#DEFAULT} unless set
     * @return this builder
     */
    public Builder layout(Layout layout) {
      this.layout = Objects.requireNonNull(layout, "layout");
      return this;
    }

    /**
     * Sets where the worker number comes from. There is no default: two generators that shared a
     * worker would issue the same ids.
     *
     * @param worker the source of the worker
     * @return this builder
     */
    public Builder worker(WorkerSource worker) {
      this.worker = Objects.requireNonNull(worker, "worker");
      return this;
    }

    /**
     * Sets the clock that ids take their time from. It may do anything: uniqueness does not rest on
     * it.
     *
     * @param clock the clock, safe for threads; the system's unless set
     * @return this builder
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets how large a step back of the clock counts as standing still, and how far a burst may run
     * ahead of the clock before it waits. In whole ticks of the layout; a rest is dropped.
     *
     * @param maxLead the allowed lead, at least 0; one second unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxLead(Duration maxLead) {
      this.maxLead = requireNotNegative("maxLead", maxLead);
      return this;
    }

    /**
     * Sets how long a call may wait for the first free lane after the clock stepped back behind
     * every lane, before it throws {@link ClockRollbackException}.
     *
     * @param maxWait the longest wait, at least 0; one second unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxWait(Duration maxWait) {
      this.maxWait = requireNotNegative("maxWait", maxWait);
      return this;
    }

    Builder waiter(Waiter waiter) {
      this.waiter = waiter;
      return this;
    }

    Builder random(RandomGenerator random) {
      this.random = random;
      return this;
    }

    private static Duration requireNotNegative(String name, Duration value) {
      if (value.isNegative()) {
        throw new IllegalArgumentException(name + " must be >= 0: " + name + "=" + value);
      }
      return value;
    }

    /**
     * Takes a worker and builds the generator.
     *
     * @return an open generator
     * @throws NoWorkerAvailableException if no worker was set
     * @throws IllegalArgumentException if the worker is beyond the layout's range
     */
    public Snowflake build() {
      if (worker == null) {
        throw new NoWorkerAvailableException(
            "worker must be set, there is no default: call worker(WorkerSource.fixed(n)) with a"
                + " number that no other running generator has");
      }
      return new Snowflake(this, worker);
    }
  }
}
