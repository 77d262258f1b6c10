package io.snowbraid;

import io.snowbraid.SnowflakeEvent.AheadOfClock;
import io.snowbraid.SnowflakeEvent.CallFailed;
import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.ForwardJumpIgnored;
import io.snowbraid.SnowflakeEvent.RollbackAbsorbed;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.TimelineOverflowed;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerChanged;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import io.snowbraid.engine.EngineEvents;
import io.snowbraid.engine.GeneratorConfig;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.Mailbox;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.OptionalClass;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import io.snowbraid.lane.LaneDecision.LaneChange;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import io.snowbraid.lane.LaneDecision.UseLane;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.List;
import jdk.jfr.FlightRecorder;

/** Delivers events to the listeners and to Flight Recorder. */
final class EventPublisher implements EngineEvents {

  private static final boolean HAS_FLIGHT_RECORDER =
      OptionalClass.isPresent(() -> FlightRecorder.class);

  private final List<Mailbox<SnowflakeEvent>> mailboxes;
  private final Duration tick;
  private final int timelines;
  private final MonotonicTime monotonic;
  private final WorkerSource workers;

  /** Limits logging while a clock jumps back and forth. */
  private final RateLimit loggedJumps;

  EventPublisher(GeneratorConfig config, List<SnowflakeListener> listeners) {
    this.mailboxes = listeners.stream().map(each -> mailbox(each, config.scheduler())).toList();
    this.tick = config.layout().tick();
    this.timelines = config.layout().timelines();
    this.monotonic = config.monotonicTime();
    this.workers = config.workers();
    this.loggedJumps = new RateLimit(5, Duration.ofMinutes(1), monotonic.nanoTime());
  }

  private static Mailbox<SnowflakeEvent> mailbox(SnowflakeListener listener, Scheduler scheduler) {
    String name = "listener " + listener.getClass().getName();
    return new Mailbox<>(
        name, event -> Threads.callForeign(listener, () -> listener.onEvent(event)), scheduler);
  }

  /** Returns whether any listener or recording would receive an event. */
  private boolean hasListeners() {
    return !mailboxes.isEmpty() || isRecording();
  }

  private static boolean isRecording() {
    return HAS_FLIGHT_RECORDER && FlightRecorder.isInitialized();
  }

  /** Publishes a decision if it is notable. */
  @Override
  public void decided(TimedDecision timed) {
    if (!timed.jump().isZero()) {
      clockJumped(timed.jump());
    }
    if (timed.decision() instanceof UseLane use && hasListeners()) {
      laneUsed(use, timed.reading(), timed.before());
    }
  }

  private void laneUsed(UseLane use, long reading, long before) {
    int timeline = use.lane() % timelines;
    if (use.change() == LaneChange.OVERFLOW) {
      deliver(new TimelineOverflowed(timeline));
    } else if (use.change() == LaneChange.SWITCH) {
      Duration step = tick.multipliedBy(reading - before);
      deliver(new TimelineSwitched(use.lane() / timelines, timeline, step));
    } else if (reading < before) {
      deliver(new RollbackAbsorbed(tick.multipliedBy(before - reading)));
    } else if (use.tick() > reading) {
      deliver(new AheadOfClock(tick.multipliedBy(use.tick() - reading)));
    }
  }

  @Override
  public void waited(Duration time) {
    publish(new Waited(time));
  }

  @Override
  public void callFailed(SnowbraidException cause) {
    publish(new CallFailed(cause));
  }

  /** Publishes a jump of the wall clock. It is also logged, because jumps can use up lanes. */
  @Override
  public void clockJumped(Duration jump) {
    if (loggedJumps.tryAcquire(monotonic.nanoTime())) {
      Log.warn("clock jumped by {0}", Durations.text(jump));
    }
    publish(new ClockJumped(jump));
  }

  /** Publishes a forward jump that the store clock contradicts. */
  @Override
  public void forwardJumpIgnored(long forwardJump) {
    Duration time = tick.multipliedBy(forwardJump);
    Log.warn(
        "clock jumped {0} past the grant, but the store clock did not; ignoring the jump unless it"
            + " lasts",
        Durations.text(time));
    publish(new ForwardJumpIgnored(time));
  }

  /** Publishes that another process acquired the worker. */
  @Override
  public void workerLost(int worker) {
    Log.warn("another process acquired worker {0}; leasing a different one", worker);
    publish(new WorkerLost(worker));
  }

  /**
   * Publishes that the generator moved to another worker, because all lanes were ahead of the
   * clock.
   */
  @Override
  public void workerChanged(int worker, int next) {
    Log.warn("clock is behind all lanes of worker {0}; using worker {1} instead", worker, next);
    publish(new WorkerChanged(worker, next));
  }

  /**
   * Publishes that the store failed.
   *
   * @param isWarned whether to log a warning: the first failure after a success
   * @param isFinal whether the generator has stopped for good
   */
  @Override
  public void storeFailed(RuntimeException cause, boolean isWarned, boolean isFinal) {
    if (isFinal) {
      Log.warn("worker record is lost, and no more ids are issued: " + Log.text(workers), cause);
    } else if (isWarned) {
      Log.warn("grant could not be recorded; retrying: " + Log.text(workers), cause);
    }
    publish(new StoreFailed(cause));
  }

  private void publish(SnowflakeEvent event) {
    if (hasListeners()) {
      deliver(event);
    }
  }

  private void deliver(SnowflakeEvent event) {
    if (isRecording()) {
      JfrEvents.commit(event);
    }
    mailboxes.forEach(mailbox -> mailbox.post(event));
  }
}
