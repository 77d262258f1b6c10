package io.snowbraid;

import io.snowbraid.Choice.Issue;
import io.snowbraid.Choice.Move;
import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.Led;
import io.snowbraid.SnowflakeEvent.Refused;
import io.snowbraid.SnowflakeEvent.RollbackAbsorbed;
import io.snowbraid.SnowflakeEvent.Spilled;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import java.time.Duration;
import java.util.List;

/** Brings events to the listeners and to the Flight Recorder. */
final class Announcer {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Images made by jlink may lack the module. */
  private static final boolean HAS_FLIGHT_RECORDER =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private final List<SnowflakeListener> listeners;
  private final TickClock clock;
  private final int timelines;

  Announcer(List<SnowflakeListener> listeners, TickClock clock, int timelines) {
    this.listeners = List.copyOf(listeners);
    this.clock = clock;
    this.timelines = timelines;
  }

  /** Whether anybody listens; if not, events need not be made. */
  private boolean isHeard() {
    return !listeners.isEmpty() || (HAS_FLIGHT_RECORDER && FlightEvents.isRecording());
  }

  /**
   * Tells what is remarkable about a choice of the rule.
   *
   * @param reading the clock reading it answers, in ticks
   * @param before the clock reading before that
   */
  void issued(Issue issue, long reading, long before) {
    if (!isHeard()) {
      return;
    }
    int timeline = issue.lane() % timelines;
    if (issue.move() == Move.SPILL) {
      announce(new Spilled(timeline));
    } else if (issue.move() == Move.SWITCH) {
      Duration step = clock.duration(reading - before);
      announce(new TimelineSwitched(issue.lane() / timelines, timeline, step));
    } else if (reading < before) {
      announce(new RollbackAbsorbed(clock.duration(before - reading)));
    } else if (issue.tick() > reading) {
      announce(new Led(clock.duration(issue.tick() - reading)));
    }
  }

  void waited(Duration time) {
    if (isHeard()) {
      announce(new Waited(time));
    }
  }

  void refused(SnowbraidException cause) {
    if (isHeard()) {
      announce(new Refused(cause));
    }
  }

  /** The wall clock jumped; told to the log too, for it can use lanes up. */
  void jumped(Duration jump) {
    LOGGER.log(System.Logger.Level.WARNING, "clock jumped by {0}", jump);
    if (isHeard()) {
      announce(new ClockJumped(jump));
    }
  }

  /** Another holds the worker now. */
  void lost(int worker) {
    LOGGER.log(System.Logger.Level.WARNING, "worker {0} was lost, another is taken", worker);
    if (isHeard()) {
      announce(new WorkerLost(worker));
    }
  }

  /**
   * The store of grants failed.
   *
   * @param isFirst whether it had answered the time before
   */
  void failed(RuntimeException cause, boolean isFirst) {
    if (isFirst) {
      LOGGER.log(System.Logger.Level.WARNING, "grant was not extended, it is tried again", cause);
    }
    if (isHeard()) {
      announce(new StoreFailed(cause));
    }
  }

  private void announce(SnowflakeEvent event) {
    if (HAS_FLIGHT_RECORDER && FlightEvents.isRecording()) {
      FlightEvents.commit(event);
    }
    listeners.forEach(listener -> tell(listener, event));
  }

  private static void tell(SnowflakeListener listener, SnowflakeEvent event) {
    try {
      listener.onEvent(event);
    } catch (RuntimeException e) { // ids must not fail for it
      LOGGER.log(System.Logger.Level.WARNING, "listener failed at " + event, e);
    }
  }
}
