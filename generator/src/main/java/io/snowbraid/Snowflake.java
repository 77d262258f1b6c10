package io.snowbraid;

import io.snowbraid.internal.CloseHooks;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
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
 * <p>A call that gets no id throws one of these, and nothing is issued or lost: {@link
 * ClockRollbackException} if every lane is ahead of the clock for longer than may be waited, {@link
 * LayoutExhaustedException} if the clock has passed the end of the layout, {@link
 * LeaseLostException} if the grant has run out and the store does not extend it, {@link
 * GeneratorClosedException} if the generator is closed, {@link ClockStalledException} if the clock
 * does not move during a burst, {@link WaitInterruptedException} if the thread is interrupted while
 * it waits.
 *
 * <p>Safe for use by any number of threads, platform or virtual. A call waits only when the ids of
 * all ticks up to the allowed lead are used up, or as {@link Builder#maxWait} allows.
 */
public final class Snowflake implements IdGenerator, AutoCloseable {

  private static final Cleaner CLEANER = Cleaner.create();

  private final Layout layout;
  private final Issuer issuer;
  private final Cleaner.Cleanable cleanable;

  private Snowflake(GeneratorConfig config) {
    layout = config.layout();
    issuer = new Issuer(config);
    RenewalLoop loop = issuer.loop();
    cleanable = CLEANER.register(this, loop::stop); // a method of this object would keep it
  }

  private Snowflake open(Duration startWait) {
    boolean isOpen = false;
    try {
      issuer.open(startWait);
      isOpen = true;
      return this;
    } finally {
      if (!isOpen) {
        close(); // nothing may stay held
      }
    }
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
   * Tells which worker the generator holds. It changes only when the worker was lost to another
   * holder: after a standstill, or an outage of the store, that outlasted the grant.
   *
   * @return the worker in the ids that are issued now; -1 as long as the store can be read only
   */
  public int workerId() {
    return issuer.worker();
  }

  /**
   * {@inheritDoc}
   *
   * @throws SnowbraidException if no id can be issued now
   */
  @Override
  public long nextId() {
    try {
      return issuer.nextId();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Issues one id with a tail of the caller's choice, such as the shard of the customer that an
   * order belongs to.
   *
   * @param tail the trailing field of the id, from 0 to {@link Layout#tails()} - 1
   * @return an id that was never issued before and is never issued again, at least 0
   * @throws IllegalArgumentException if the layout cannot hold the tail
   * @throws SnowbraidException if no id can be issued now
   */
  public long nextId(int tail) {
    try {
      return issuer.nextId(tail);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws SnowbraidException if no id can be issued now
   */
  @Override
  public void nextIds(long[] target) {
    try {
      issuer.nextIds(target);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Tells whether the generator can issue ids.
   *
   * @return false once it is closed
   */
  public boolean isOpen() {
    return issuer.isOpen();
  }

  /**
   * Tells how the generator stands, for metrics and health checks. Issues nothing and asks neither
   * the store nor for a grant; callers of ids wait for it no longer than for one another.
   *
   * @return what holds at this moment
   */
  public SnowflakeStatus status() {
    return issuer.status();
  }

  /**
   * Gives the worker back, with the exact position of its lanes. Ids can no longer be issued;
   * closing again has no effect. A store that fails is only logged: the worker expires by itself. A
   * store that hangs is waited for no longer than five seconds; the worker is given back when it
   * answers. A generator that is forgotten without being closed gives its worker back when it is
   * collected.
   */
  @Override
  public void close() {
    issuer.close();
    cleanable.clean();
    CloseHooks.run(this);
  }

  GrantRequests lease() {
    return issuer.lease();
  }

  @Override
  public String toString() {
    return "Snowflake[worker=" + workerId() + ", layout=" + layout + "]";
  }

  /**
   * The settings of a generator. Only the worker is required.
   *
   * <p>Not safe for threads.
   */
  public static final class Builder {

    private Layout layout = Layout.DEFAULT;
    private InstantSource clock = InstantSource.system();
    private Duration maxLead = Duration.ofSeconds(1);
    private Duration maxWait = Duration.ofSeconds(1);
    private Duration horizon = Duration.ofMinutes(1);
    private @Nullable String owner;
    private @Nullable Duration maxClockOffset;
    private Duration forwardJumpDelay = Duration.ofSeconds(30);
    private Duration startWait = Duration.ofSeconds(30);
    private RollbackPolicy rollbackPolicy = RollbackPolicy.SWITCH_TIMELINE;
    private SequenceOrder sequenceOrder = SequenceOrder.ASCENDING;
    private final List<SnowflakeListener> listeners = new ArrayList<>();
    private MonotonicTime monotonicTime = MonotonicTime.SYSTEM;
    private RandomGenerator random = new SplittableRandom();
    private Scheduler scheduler = Scheduler.SHARED;
    private @Nullable ClockWatcher clockWatcher;
    private @Nullable WorkerSource worker;

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
     * every lane, before it throws {@link ClockRollbackException}; and for the store when the grant
     * has run out, before it throws {@link LeaseLostException}.
     *
     * @param maxWait the longest wait, at least 0; one second unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxWait(Duration maxWait) {
      this.maxWait = requireNotNegative("maxWait", maxWait);
      return this;
    }

    /**
     * Sets for how long ahead ids are granted. It is how long ids go on while the store is down,
     * how long the worker of a process that crashed stays taken, and three times the pause from one
     * record to the next.
     *
     * @param horizon the length of a grant, at least a second; one minute unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is shorter
     */
    public Builder horizon(Duration horizon) {
      if (horizon.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException("horizon must be >= PT1S: horizon=" + horizon);
      }
      this.horizon = horizon;
      return this;
    }

    /**
     * Sets who holds the worker, for people who look at the store. A generator is given the worker
     * that its owner held before, if that is free.
     *
     * @param owner the name; that of the host unless set
     * @return this builder
     */
    public Builder owner(String owner) {
      this.owner = Objects.requireNonNull(owner, "owner");
      return this;
    }

    /**
     * Sets how far the clock may differ from the store's when a worker is taken. Beyond that the
     * generator refuses to start. Unless set, a difference of more than ten seconds is logged.
     *
     * @param maxClockOffset the largest difference, at least 0
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxClockOffset(Duration maxClockOffset) {
      this.maxClockOffset = requireNotNegative("maxClockOffset", maxClockOffset);
      return this;
    }

    /**
     * Sets how long {@link #build} waits for a worker while all are held: in a rolling update there
     * are more processes than workers for a moment.
     *
     * @param startWait the longest wait, at least 0; 30 seconds unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder startWait(Duration startWait) {
      this.startWait = requireNotNegative("startWait", startWait);
      return this;
    }

    /**
     * Sets for how long a leap of the clock is not believed that the store's clock denies. A leap
     * forward goes more than a minute past all that is granted. Meanwhile ids go on by a clock that
     * never steps. Stores without a clock of their own, such as a directory, deny nothing.
     *
     * @param forwardJumpDelay how long a leap has to last, at least 0; 30 seconds unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder forwardJumpDelay(Duration forwardJumpDelay) {
      this.forwardJumpDelay = requireNotNegative("forwardJumpDelay", forwardJumpDelay);
      return this;
    }

    /**
     * Sets what happens when the clock steps back by more than the allowed lead.
     *
     * @param rollbackPolicy {@link RollbackPolicy#SWITCH_TIMELINE} unless set
     * @return this builder
     */
    public Builder rollbackPolicy(RollbackPolicy rollbackPolicy) {
      this.rollbackPolicy = Objects.requireNonNull(rollbackPolicy, "rollbackPolicy");
      return this;
    }

    /**
     * Sets in which order the sequence numbers of a tick are used.
     *
     * @param sequenceOrder {@link SequenceOrder#ASCENDING} unless set
     * @return this builder
     */
    public Builder sequenceOrder(SequenceOrder sequenceOrder) {
      this.sequenceOrder = Objects.requireNonNull(sequenceOrder, "order");
      return this;
    }

    /**
     * Adds someone who hears of events.
     *
     * @param listener the listener, beside those that were added before
     * @return this builder
     */
    public Builder listener(SnowflakeListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    Builder clockWatcher(ClockWatcher clockWatcher) {
      this.clockWatcher = clockWatcher;
      return this;
    }

    /** Null if callers have to read the clock: it is not the system's. */
    private @Nullable ClockWatcher watcherOfClock() {
      boolean isSystems = clock.equals(InstantSource.system());
      return clockWatcher == null && isSystems ? ClockWatcher.SHARED : clockWatcher;
    }

    private GeneratorConfig config(WorkerSource workers) {
      return new GeneratorConfig(
          layout,
          workers,
          clock,
          maxLead,
          maxWait,
          horizon,
          owner == null ? OwnerName.name() : owner,
          maxClockOffset,
          forwardJumpDelay,
          rollbackPolicy == RollbackPolicy.SWITCH_TIMELINE,
          sequenceOrder,
          List.copyOf(listeners),
          monotonicTime,
          random,
          scheduler,
          watcherOfClock());
    }

    Builder scheduler(Scheduler scheduler) {
      this.scheduler = scheduler;
      return this;
    }

    Builder monotonicTime(MonotonicTime monotonicTime) {
      this.monotonicTime = monotonicTime;
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
     * Takes a worker and builds the generator. May block while the store is asked.
     *
     * @return an open generator, which can issue ids at once
     * @throws NoWorkerAvailableException if no worker was set, or if the source has none to give,
     *     nor has within {@link #startWait}
     * @throws WaitInterruptedException if the thread is interrupted while it waits
     * @throws IllegalArgumentException if the worker is beyond the layout's range
     */
    public Snowflake build() {
      if (worker == null) {
        throw new NoWorkerAvailableException(
            "worker must be set, there is no default: call worker(WorkerSource.fixed(n)) with a"
                + " number that no other running generator has",
            null);
      }
      try {
        return new Snowflake(config(worker)).open(startWait);
      } catch (WorkerSourceException e) {
        throw new NoWorkerAvailableException("no worker could be taken: " + e.getMessage(), e);
      }
    }
  }
}
