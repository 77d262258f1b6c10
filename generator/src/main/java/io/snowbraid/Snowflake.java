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
 * A generator: issues ids that stay unique whatever its clock does. It is a Snowflake with several
 * timelines.
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
 * <p>A call that cannot return its ids throws an exception. If it asked for several, it may leave a
 * gap. It throws an {@link IdsUnavailableException} if a later call may succeed:
 *
 * <ul>
 *   <li>{@link LeaseExpiredException} if the grant is used up and the store does not extend it;
 *   <li>{@link ClockRollbackException} if every lane is ahead of the clock for longer than a call
 *       may wait;
 *   <li>{@link ClockFailedException} if the clock does not move during a burst, or if one that was
 *       set throws.
 * </ul>
 *
 * <p>Otherwise it throws {@link LayoutExhaustedException} if the clock has passed the end of the
 * layout, {@link GeneratorStoppedException} if the store has lost the worker's record, {@link
 * GeneratorClosedException} if the generator is closed, and {@link WaitInterruptedException} if the
 * thread is interrupted while it waits.
 *
 * <p>Safe for use by any number of threads, platform or virtual. A call waits only when the ids of
 * all ticks up to the allowed lead are used up, or as {@link Builder#maxWait} allows.
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
   * Creates a builder for a new generator.
   *
   * @return a builder that still needs a {@linkplain Builder#worker worker}
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the layout of the ids.
   *
   * @return the layout, which can also {@linkplain Layout#decode decode} the ids
   */
  public Layout layout() {
    return layout;
  }

  /**
   * Returns the worker that the generator holds. It changes when another holder took the worker,
   * after a pause of the process or an outage of the store that outlasted the grant. It also
   * changes when all lanes of the worker are ahead of the clock.
   *
   * @return the worker in the ids that are issued now; -1 while the store is read-only
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
   * Issues one id with a tail that the caller chooses, such as the shard of an order's customer.
   *
   * @param tail the trailing field of the id, from 0 to {@link Layout#tails()} - 1
   * @return an id that was never issued before and is never issued again, at least 0
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
   * Fills the beginning of an array with new ids in ascending order, as many as can be issued
   * without a wait for the clock or the store. For threads that must not wait, such as an event
   * loop; what is missing can be asked for by {@link #nextIds(long[])} in another thread.
   *
   * @param target the array to fill
   * @return how many ids were issued, from 0 to the array's length
   * @throws SnowbraidException if no id can be issued, and a wait would not help
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
   * @return false once it is closed
   */
  public boolean isOpen() {
    return issuer.isOpen();
  }

  /**
   * Returns the state of the generator, for metrics and health checks. Issues nothing, does not ask
   * the store, and requests no grant. It delays calls for ids no longer than they delay each other.
   *
   * @return the state at this moment
   */
  public SnowflakeStatus status() {
    return new SnowflakeStatus(issuer.status(), layout);
  }

  /**
   * Releases the worker, with the exact last ticks of its lanes. No more ids can be issued; closing
   * again has no effect. If the store fails, the failure is logged and the worker expires by
   * itself. If the store hangs, this waits for at most five seconds, or ten while the process ends.
   * The worker is then released when the store answers. No clock is read for closing. A generator
   * that becomes unreachable without being closed is collected, and its worker expires within the
   * horizon.
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
   * The settings of a generator. Only the worker is required.
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
     * @param layout the layout; {@link Layout#DEFAULT} unless set
     * @return this builder
     */
    public Builder layout(Layout layout) {
      this.layout = Objects.requireNonNull(layout, "layout");
      return this;
    }

    /**
     * Sets where the worker comes from. There is no default, because two generators with the same
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
     * Sets the clock that ids take their time from. It may do anything: uniqueness does not depend
     * on it. But it must not block, like every clock of {@code java.time}, and whoever asks it must
     * not hold a lock that it needs: calls read it under the generator's own lock.
     *
     * @param clock the clock, thread-safe; the system's unless set
     * @return this builder
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets how large a step back of the clock counts as a clock that stands still, and how far a
     * burst may lead the clock before it waits. It is rounded down to whole ticks of the layout.
     *
     * @param maxLead the allowed lead, at least 0; one second unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxLead(Duration maxLead) {
      this.maxLead = Arguments.atLeast("maxLead", maxLead, Duration.ZERO);
      return this;
    }

    /**
     * Sets how long a call may wait in all, from its first wait on, before it fails. When the clock
     * stepped back before every lane, the call waits for the first free lane or another worker,
     * until it throws {@link ClockRollbackException}. When the grant is used up, the call waits for
     * the store, until it throws {@link LeaseExpiredException}. The next ticks of a burst, which
     * come for certain while the clock moves, do not count.
     *
     * @param maxWait the longest wait, at least 0; one second unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder maxWait(Duration maxWait) {
      this.maxWait = Arguments.atLeast("maxWait", maxWait, Duration.ZERO);
      return this;
    }

    /**
     * Sets how far ahead ids are granted. This is how long ids are still issued while the store is
     * unreachable, longer if the clock steps back meanwhile, and how long the worker of a crashed
     * process stays taken. It is also three times the interval between two writes.
     *
     * @param horizon the length of a grant, at least a second; one minute unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is shorter
     */
    public Builder horizon(Duration horizon) {
      this.horizon = Arguments.atLeast("horizon", horizon, Duration.ofSeconds(1));
      return this;
    }

    /**
     * Sets the owner, which tells people who read the store who holds the worker. A generator gets
     * the worker that its owner held before, if that worker is free.
     *
     * @param owner the name; the host's name unless set
     * @return this builder
     */
    public Builder owner(String owner) {
      this.owner = Objects.requireNonNull(owner, "owner");
      return this;
    }

    /**
     * Sets how far the clock may differ from the store's when a worker is taken. If it differs
     * more, the generator does not start. Unless this is set, a difference of more than ten seconds
     * is only logged.
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
     * Sets how long {@link #build} waits for a worker while all are held, since a rolling update
     * may briefly have more processes than workers. A store that does not answer at all is given up
     * then, too, but not before 45 seconds, because a pool or a database takes as long to say why.
     *
     * @param startWait the longest wait, at least 0; 30 seconds unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder startWait(Duration startWait) {
      this.startWait = Arguments.atLeast("startWait", startWait, Duration.ZERO);
      return this;
    }

    /**
     * Sets how long a forward jump of the clock is doubted if the store's clock denies it. A
     * forward jump goes more than a minute past everything granted. While it is doubted, ids take
     * their time from the steady clock. Stores without a clock of their own, such as a directory,
     * deny nothing.
     *
     * @param forwardJumpDelay how long a jump has to last before it is believed, at least 0; 30
     *     seconds unless set
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative
     */
    public Builder forwardJumpDelay(Duration forwardJumpDelay) {
      this.forwardJumpDelay =
          Arguments.atLeast("forwardJumpDelay", forwardJumpDelay, Duration.ZERO);
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
     * Sets the order in which the sequence numbers of a tick are used.
     *
     * @param sequenceOrder {@link SequenceOrder#ASCENDING} unless set
     * @return this builder
     */
    public Builder sequenceOrder(SequenceOrder sequenceOrder) {
      this.sequenceOrder = Objects.requireNonNull(sequenceOrder, "order");
      return this;
    }

    /**
     * Adds a listener for events.
     *
     * @param listener the listener, in addition to those added before
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

    /**
     * Takes a worker and builds the generator. May block while it waits for the store.
     *
     * @return an open generator, which can issue ids at once
     * @throws IllegalStateException if no worker source was set
     * @throws NoWorkerAvailableException if the source has no worker to give within {@link
     *     #startWait}
     * @throws WaitInterruptedException if the thread is interrupted while it waits
     * @throws IllegalArgumentException if the worker is beyond the layout's range
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
  }
}
