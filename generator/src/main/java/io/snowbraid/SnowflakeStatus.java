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
 * The state of a generator at one moment, for metrics and health checks. {@link
 * Snowflake#workerId()} says which worker it has.
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

  /** {@return what its clock showed, in whole ticks; its last reading if it fails now} */
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

  /** {@return how far {@link #lastIdTime} is ahead of {@link #time}; zero if it is not ahead} */
  public Duration lead() {
    long ticks = lanes.lastTick() < 0 ? 0 : Math.max(0, lanes.lastTick() - lanes.reading());
    return layout.tick().multipliedBy(ticks);
  }

  /**
   * {@return the latest time that the next ids may carry without another write to the store; empty
   * if nothing was ever granted}
   */
  public Optional<Instant> grantedUntil() {
    return instant(lanes.grantedUntil());
  }

  /**
   * Returns how long ids could still be issued without the store.
   *
   * @return the time up to {@link #grantedUntil}, negative if that has passed; empty if {@code
   *     grantedUntil} is
   */
  public Optional<Duration> grantRemaining() {
    return grantedUntil().map(until -> Duration.between(time(), until));
  }

  /**
   * {@return how long ago the store last recorded a grant, by the steady clock; empty if there is
   * no grant, or if the worker was released}
   */
  public Optional<Duration> grantAge() {
    return engine.grantAge();
  }

  /**
   * Returns about how many ids the generator has issued. It is read from the sequence blocks, so
   * that counting costs a call nothing. Each call that is under way while the clock moves to
   * another tick can make it one too high or too low.
   *
   * @return the count, which never decreases
   */
  public long issued() {
    return lanes.issued();
  }

  /** {@return why the store did not answer the last request; empty if it did} */
  public Optional<RuntimeException> storeFailure() {
    return engine.storeFailure();
  }

  /**
   * {@return what the worker source noticed and an operator should look at, one sentence each;
   * empty if all is well}
   */
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

  /** Whether a call gets an id. */
  public enum State {
    /** It gets one; at the end of a long burst, after a wait of one tick. */
    READY,
    /** A grant is needed first. If there is no {@link #storeFailure}, it can be expected. */
    GRANT_NEEDED,
    /** The clock is before every lane: the call waits, or fails if the wait would be too long. */
    CLOCK_BEHIND,
    /** The clock throws. */
    CLOCK_FAILED,
    /** The clock is past the end of the layout. */
    EXHAUSTED,
    /** The record of the worker is lost, and the generator issues no more ids. */
    STOPPED,
    /** The generator is closed. */
    CLOSED
  }
}
