package io.snowbraid;

import io.snowbraid.engine.ClockWatcher;
import io.snowbraid.engine.GeneratorConfig;
import io.snowbraid.engine.Issuer;
import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.CloseHooks;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
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
 * Generates unique, time-ordered 64-bit ids. They stay unique whatever the clock does.
 *
 * <pre>{@code
 * try (Snowflake ids = Snowflake.builder().worker(WorkerSource.fixed(1)).build()) {
 *   long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>Ids strictly increase unless the clock steps back by more than {@linkplain Builder#maxLead
 * maxLead}. After such a step, by default, they carry the earlier time on another timeline; see
 * {@link Builder#rollbackPolicy}.
 *
 * <p>Thread-safe, for platform and virtual threads. A call waits in three cases:
 *
 * <ul>
 *   <li>for the clock, if a burst has used all ticks (the layout's time units) up to {@code
 *       maxLead}
 *   <li>for the store, if the grant (the ticks recorded in advance) has run out
 *   <li>for a lane or another worker, if every lane is ahead of the clock. A lane is one of a
 *       worker's independent sequences of ids: a timeline with a rollback number
 * </ul>
 *
 * <p>{@link Builder#maxWait} limits the last two.
 *
 * <p>A call either returns all its ids or throws; a failed call for several ids may leave a gap. An
 * {@link IdsUnavailableException} means that a later call may succeed:
 *
 * <ul>
 *   <li>{@link LeaseExpiredException}: the grant has run out, and the store does not extend it
 *   <li>{@link ClockRollbackException}: every lane stays ahead of the clock for longer than {@code
 *       maxWait}
 *   <li>{@link ClockFailedException}: the clock stands still during a burst, or a custom clock
 *       throws
 * </ul>
 *
 * <p>Other failures:
 *
 * <ul>
 *   <li>{@link LayoutExhaustedException}: the clock has passed the end of the layout
 *   <li>{@link GeneratorStoppedException}: the store has lost the worker's record
 *   <li>{@link GeneratorClosedException}: the generator is closed
 *   <li>{@link WaitInterruptedException}: the thread was interrupted while waiting
 * </ul>
 */
public final class Snowflake implements IdGenerator, AutoCloseable {

  private final Layout layout;
  private final Issuer issuer;

  private Snowflake(GeneratorConfig config, List<SnowflakeListener> listeners) {
    layout = config.layout();
    issuer = new Issuer(config, new EventPublisher(config, listeners));
  }

  private Snowflake open(Duration startWait) {
    issuer.open(startWait);
    return this;
  }

  /**
   * Returns a builder for a new generator.
   *
   * @return a builder; {@linkplain Builder#worker worker} must be set
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the layout of the ids.
   *
   * @return the layout, which also {@linkplain Layout#decode decodes} ids
   */
  public Layout layout() {
    return layout;
  }

  /**
   * Returns the worker of the latest grant. It changes in two cases: another process acquires the
   * worker, because a pause or a store outage outlasted the grant; or all lanes of the worker are
   * ahead of the clock.
   *
   * @return the worker, even if the generator no longer holds it; -1 if none was leased yet,
   *     because the store is read-only
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
    } finally { // or else a collection could unlock a dropped generator's worker in a call
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Generates one id with the given tail, such as the shard of an order's customer.
   *
   * @param tail the last field of the id, from 0 to {@link Layout#tails()} - 1
   * @return a unique id, at least 0
   * @throws IllegalArgumentException if the layout cannot hold the tail
   * @throws SnowbraidException if no id can be issued now
   */
  public long nextIdWithTail(int tail) {
    try {
      return issuer.nextIdWithTail(tail);
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
   * Fills the start of an array with new ids, in ascending order, without waiting for the clock or
   * the store. For threads that must not block, such as an event loop; request missing ids on
   * another thread with {@link #nextIds(long[])}.
   *
   * @param target the array to fill
   * @return the number of ids written, from 0 to the array's length
   * @throws SnowbraidException if no id can be issued and waiting would not help
   */
  public int tryNextIds(long[] target) {
    try {
      return issuer.tryNextIds(target);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Returns whether the generator is open.
   *
   * @return false after {@link #close}
   */
  public boolean isOpen() {
    return issuer.isOpen();
  }

  /**
   * Returns a snapshot of the generator's state. Issues no id and calls no store. Briefly takes the
   * generator's lock, as a call for ids may.
   *
   * @return the current state
   */
  public SnowflakeStatus status() {
    return new SnowflakeStatus(issuer.status(), layout);
  }

  /**
   * Releases the worker and records the exact last tick of each lane. Later calls for ids fail;
   * closing again has no effect.
   *
   * <p>If the store fails, the failure is logged, and another process can acquire the worker once
   * the grant has run out. If the store hangs, this method returns after five seconds (ten during
   * JVM shutdown), and the worker is released once the store answers. If a generator becomes
   * unreachable without being closed, its worker becomes free within the horizon.
   */
  @Override
  public void close() {
    issuer.close();
    CloseHooks.run(this);
  }

  Issuer issuer() {
    return issuer;
  }

  @Override
  public String toString() {
    return "Snowflake[worker=" + workerId() + ", layout=" + layout + "]";
  }

  /**
   * Builds a generator. Only {@link #worker} is required.
   *
   * <p>Not thread-safe.
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
    private Scheduler scheduler = Threads.SHARED;
    private @Nullable ClockWatcher clockWatcher;
    private @Nullable WorkerSource worker;

    private Builder() {}

    /**
     * Sets the layout of the ids.
     *
     * @param layout the layout; {@link Layout#DEFAULT} by default
     * @return this builder
     */
    public Builder layout(Layout layout) {
      this.layout = Objects.requireNonNull(layout, "layout");
      return this;
    }

    /**
     * Sets the worker source. There is no default, because generators with the same worker issue
     * the same ids.
     *
     * @param worker leases the worker
     * @return this builder
     */
    public Builder worker(WorkerSource worker) {
      this.worker = Objects.requireNonNull(worker, "worker");
      return this;
    }

    /**
     * Sets the clock. It may show any time, because uniqueness does not depend on it. It must not
     * block: calls read it while holding the generator's lock. A thread must not request ids while
     * holding a lock that the clock needs.
     *
     * @param clock a thread-safe clock; the system clock by default
     * @return this builder
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets how far ids may lead the clock, rounded down to whole ticks. A burst may run ahead of
     * the clock by this much before calls wait. A step back of up to this much is treated as a
     * stopped clock.
     *
     * @param maxLead the longest lead, at least 0; one second by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxLead(Duration maxLead) {
      this.maxLead = Arguments.atLeast("maxLead", maxLead, Duration.ZERO);
      return this;
    }

    /**
     * Sets how long a call may wait in total, counted from its first wait, before it throws {@link
     * LeaseExpiredException} (the grant has run out) or {@link ClockRollbackException} (every lane
     * is ahead of the clock). Waiting for a burst's next tick does not count while the clock
     * advances.
     *
     * @param maxWait the longest wait, at least 0; one second by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxWait(Duration maxWait) {
      this.maxWait = Arguments.atLeast("maxWait", maxWait, Duration.ZERO);
      return this;
    }

    /**
     * Sets how far a grant reaches beyond the latest id. The grant is extended every third of this
     * time. A generator therefore survives a store outage for at least two thirds of it, or longer
     * if the clock steps back meanwhile. After a crash, no other process can acquire the worker for
     * up to the full time.
     *
     * @param horizon the length of a grant, at least one second; one minute by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is too short
     */
    public Builder horizon(Duration horizon) {
      this.horizon = Arguments.atLeast("horizon", horizon, Duration.ofSeconds(1));
      return this;
    }

    /**
     * Sets the owner, which tells operators which process holds the worker. A generator gets its
     * owner's previous worker if that is free.
     *
     * @param owner the name; the host name by default
     * @return this builder
     */
    public Builder owner(String owner) {
      this.owner = Objects.requireNonNull(owner, "owner");
      return this;
    }

    /**
     * Sets the largest accepted difference between the clock and the store clock. If it is larger
     * when a worker is acquired, {@link #build} fails. By default, differences above ten seconds
     * are only logged.
     *
     * @param maxClockOffset the largest difference, at least 0
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxClockOffset(Duration maxClockOffset) {
      this.maxClockOffset = Arguments.atLeast("maxClockOffset", maxClockOffset, Duration.ZERO);
      return this;
    }

    /**
     * Sets how long {@link #build} waits while all workers are held, as may happen briefly during a
     * rolling update. If the store does not answer, {@code build} waits for this time or 45
     * seconds, whichever is longer: pools and databases take about 45 seconds to report a cause.
     *
     * @param startWait the longest wait, at least 0; 30 seconds by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder startWait(Duration startWait) {
      this.startWait = Arguments.atLeast("startWait", startWait, Duration.ZERO);
      return this;
    }

    /**
     * Sets how long a suspicious forward jump must last before the generator accepts it. A jump is
     * suspicious if it takes the clock more than a minute past every grant and the store clock
     * contradicts it. Until the jump is accepted, ids take their time from the monotonic clock.
     * Without a store clock, as in a directory, every jump is accepted immediately.
     *
     * @param forwardJumpDelay the time, at least 0; 30 seconds by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder forwardJumpDelay(Duration forwardJumpDelay) {
      this.forwardJumpDelay =
          Arguments.atLeast("forwardJumpDelay", forwardJumpDelay, Duration.ZERO);
      return this;
    }

    /**
     * Sets what happens when the clock steps back by more than {@link #maxLead}.
     *
     * @param rollbackPolicy the policy; {@link RollbackPolicy#SWITCH_TIMELINE} by default
     * @return this builder
     */
    public Builder rollbackPolicy(RollbackPolicy rollbackPolicy) {
      this.rollbackPolicy = Objects.requireNonNull(rollbackPolicy, "rollbackPolicy");
      return this;
    }

    /**
     * Sets the order in which a tick's sequence numbers are used.
     *
     * @param sequenceOrder the order; {@link SequenceOrder#ASCENDING} by default
     * @return this builder
     */
    public Builder sequenceOrder(SequenceOrder sequenceOrder) {
      this.sequenceOrder = Objects.requireNonNull(sequenceOrder, "sequenceOrder");
      return this;
    }

    /**
     * Adds an event listener.
     *
     * @param listener called in addition to those added earlier
     * @return this builder
     */
    public Builder listener(SnowflakeListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Acquires a worker and builds the generator. Blocks until the store answers, within the limits
     * of {@link #startWait}.
     *
     * @return an open generator, ready to issue ids; if the store is read-only, calls fail until it
     *     accepts writes
     * @throws IllegalStateException if no worker source is set
     * @throws NoWorkerAvailableException if no worker can be acquired, if none becomes free within
     *     {@link #startWait}, or if the store does not answer
     * @throws WaitInterruptedException if the thread is interrupted while waiting
     * @throws IllegalArgumentException if the layout has none of the source's workers
     */
    public Snowflake build() {
      if (worker == null) {
        throw new IllegalStateException(
            "no worker source is set, and there is no default: call worker(...) with"
                + " JdbcWorkerSource.of(dataSource), WorkerSource.file(directory), or"
                + " WorkerSource.fixed(n) with a number that no other running generator has");
      }
      try {
        return new Snowflake(config(worker), listeners).open(startWait);
      } catch (WorkerSourceException e) {
        throw new NoWorkerAvailableException("no worker could be leased: " + e.getMessage(), e);
      }
    }

    Builder clockWatcher(ClockWatcher clockWatcher) {
      this.clockWatcher = clockWatcher;
      return this;
    }

    private GeneratorConfig config(WorkerSource workers) {
      return new GeneratorConfig(
          layout,
          workers,
          clock,
          maxLead,
          maxWait,
          horizon,
          owner,
          maxClockOffset,
          forwardJumpDelay,
          rollbackPolicy == RollbackPolicy.SWITCH_TIMELINE,
          sequenceOrder == SequenceOrder.SHUFFLED,
          monotonicTime,
          random,
          scheduler,
          clockWatcher);
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
  }
}
