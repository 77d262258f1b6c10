package io.snowbraid;

import io.snowbraid.engine.EngineStatus;
import io.snowbraid.engine.EngineStatus.Lanes;
import io.snowbraid.lane.GrantPlan;
import io.snowbraid.lane.LaneDecision.AllLanesAhead;
import io.snowbraid.lane.LaneDecision.GrantNeeded;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of a generator's state, for metrics and health checks. {@link Snowflake#workerId()}
 * returns its worker.
 */
public final class SnowflakeStatus {

  private final EngineStatus engine;
  private final Lanes lanes;
  private final Layout layout;
  private final State state;

  SnowflakeStatus(EngineStatus engine, Layout layout) {
    this.engine = engine;
    this.lanes = engine.lanes();
    this.layout = layout;
    this.state = state(engine, layout);
  }

  private static State state(EngineStatus engine, Layout layout) {
    Lanes lanes = engine.lanes();
    UseLane next = GrantPlan.nextUse(lanes.decision());
    if (lanes.isClosed()) {
      return State.CLOSED;
    }
    if (engine.isStopped()) {
      return State.STOPPED;
    }
    if (lanes.hasClockFailed()) {
      return State.CLOCK_FAILED;
    }
    if (next != null && next.tick() > layout.lastTick()) {
      return State.EXHAUSTED;
    }
    return lanes.decision() instanceof GrantNeeded
        ? State.GRANT_NEEDED
        : lanes.decision() instanceof AllLanesAhead ? State.CLOCK_BEHIND : State.READY;
  }

  /** {@return the clock reading, in whole ticks; the last one if the clock now fails} */
  public Instant time() {
    return start(lanes.reading());
  }

  /** {@return whether the next call gets an id} */
  public State state() {
    return state;
  }

  /** {@return the rollback number of the latest id; 0 if there is none} */
  public int rollback() {
    return lanes.lane() / layout.timelines();
  }

  /** {@return the timeline of the latest id; 0 if there is none} */
  public int timeline() {
    return lanes.lane() % layout.timelines();
  }

  /** {@return the time in the latest id; empty if none was issued under this worker} */
  public Optional<Instant> lastIdTime() {
    return instant(lanes.lastTick());
  }

  /** {@return how far {@link #lastIdTime} is ahead of {@link #time}; zero if it is not} */
  public Duration lead() {
    long ticks = lanes.lastTick() < 0 ? 0 : Math.max(0, lanes.lastTick() - lanes.reading());
    return layout.tick().multipliedBy(ticks);
  }

  /**
   * {@return the latest time that the next ids can carry without another store write; empty if
   * nothing was ever granted}
   */
  public Optional<Instant> grantedUntil() {
    return instant(lanes.grantedUntil());
  }

  /**
   * Returns how long ids can still be issued without the store.
   *
   * @return the time from {@link #time} to {@link #grantedUntil}, negative if that has passed;
   *     empty if nothing was ever granted
   */
  public Optional<Duration> grantRemaining() {
    return grantedUntil().map(until -> Duration.between(time(), until));
  }

  /**
   * {@return how long ago the store last recorded a grant, by the monotonic clock; empty if there
   * is no grant or the worker was released}
   */
  public Optional<Duration> grantAge() {
    return engine.grantAge();
  }

  /**
   * Returns the approximate number of ids issued. To keep calls fast, it is derived from the
   * sequence blocks. Each call in progress while the clock moves to another tick can change it by
   * one.
   *
   * @return the count, which never decreases
   */
  public long issued() {
    return lanes.issued();
  }

  /** {@return why the last store call failed; empty if it succeeded} */
  public Optional<RuntimeException> storeFailure() {
    return engine.storeFailure();
  }

  /** {@return warnings of the worker source for the operator, one sentence each; usually empty} */
  public List<String> warnings() {
    return engine.warnings();
  }

  private Optional<Instant> instant(long tick) {
    return tick < 0 ? Optional.empty() : Optional.of(start(tick));
  }

  private Instant start(long tick) {
    return layout.epoch().plus(layout.tick().multipliedBy(tick));
  }

  @Override
  public String toString() {
    return "SnowflakeStatus[time="
        + time()
        + ", state="
        + state
        + ", rollback="
        + rollback()
        + ", timeline="
        + timeline()
        + ", lastIdTime="
        + lastIdTime()
        + ", lead="
        + lead()
        + ", grantedUntil="
        + grantedUntil()
        + ", grantAge="
        + grantAge()
        + ", issued="
        + issued()
        + ", storeFailure="
        + storeFailure()
        + ", warnings="
        + warnings()
        + "]";
  }

  /** Whether the next call gets an id. */
  public enum State {
    /** It gets one, at the end of a long burst after waiting for a tick. */
    READY,
    /** It first needs a grant, which is to be expected unless there is a {@link #storeFailure}. */
    GRANT_NEEDED,
    /** Every lane is ahead of the clock. The call waits, or fails if the wait would be too long. */
    CLOCK_BEHIND,
    /** The clock throws. */
    CLOCK_FAILED,
    /** The clock is past the end of the layout. */
    EXHAUSTED,
    /** The worker's record is lost, and the generator has stopped for good. */
    STOPPED,
    /** The generator is closed. */
    CLOSED
  }
}
