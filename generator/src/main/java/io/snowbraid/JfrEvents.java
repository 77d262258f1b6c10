package io.snowbraid;

import io.snowbraid.SnowflakeEvent.AheadOfClock;
import io.snowbraid.SnowflakeEvent.CallFailed;
import io.snowbraid.SnowflakeEvent.ClockDoubted;
import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.RollbackAbsorbed;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.TimelineOverflowed;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerChanged;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Commits events to the JDK's Flight Recorder. */
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
final class JfrEvents {

  private JfrEvents() {}

  static void commit(SnowflakeEvent event) {
    if (event instanceof RollbackAbsorbed absorbed) {
      new RollbackAbsorbedFlightEvent(absorbed).commit();
    } else if (event instanceof TimelineSwitched switched) {
      new TimelineSwitchedFlightEvent(switched).commit();
    } else if (event instanceof TimelineOverflowed overflowed) {
      new TimelineOverflowedFlightEvent(overflowed).commit();
    } else if (event instanceof AheadOfClock ahead) {
      new AheadOfClockFlightEvent(ahead).commit();
    } else if (event instanceof Waited waited) {
      new WaitedFlightEvent(waited).commit();
    } else if (event instanceof CallFailed failed) {
      new CallFailedFlightEvent(failed).commit();
    } else if (event instanceof ClockJumped jumped) {
      new ClockJumpedFlightEvent(jumped).commit();
    } else if (event instanceof ClockDoubted doubted) {
      new ClockDoubtedFlightEvent(doubted).commit();
    } else if (event instanceof WorkerChanged changed) {
      new WorkerChangedFlightEvent(changed).commit();
    } else if (event instanceof WorkerLost lost) {
      new WorkerLostFlightEvent(lost).commit();
    } else if (event instanceof StoreFailed failed) {
      new StoreFailedFlightEvent(failed).commit();
    }
  }

  @Category("Snowbraid")
  @StackTrace(false)
  private abstract static class FlightEvent extends Event {}

  @Name("io.snowbraid.RollbackAbsorbed")
  @Label("Rollback Absorbed")
  private static final class RollbackAbsorbedFlightEvent extends FlightEvent {
    @Label("Step Back")
    @Timespan(Timespan.MILLISECONDS)
    final long stepBack;

    RollbackAbsorbedFlightEvent(RollbackAbsorbed event) {
      stepBack = event.stepBack().toMillis();
    }
  }

  @Name("io.snowbraid.TimelineSwitched")
  @Label("Timeline Switched")
  private static final class TimelineSwitchedFlightEvent extends FlightEvent {
    @Label("Rollback")
    final int rollback;

    @Label("Timeline")
    final int timeline;

    @Label("Step of the Clock")
    @Timespan(Timespan.MILLISECONDS)
    final long step;

    TimelineSwitchedFlightEvent(TimelineSwitched event) {
      rollback = event.rollback();
      timeline = event.timeline();
      step = event.step().toMillis();
    }
  }

  @Name("io.snowbraid.TimelineOverflowed")
  @Label("Timeline Overflowed")
  private static final class TimelineOverflowedFlightEvent extends FlightEvent {
    @Label("Timeline")
    final int timeline;

    TimelineOverflowedFlightEvent(TimelineOverflowed event) {
      timeline = event.timeline();
    }
  }

  @Name("io.snowbraid.AheadOfClock")
  @Label("Ahead of Clock")
  private static final class AheadOfClockFlightEvent extends FlightEvent {
    @Label("Lead")
    @Timespan(Timespan.MILLISECONDS)
    final long lead;

    AheadOfClockFlightEvent(AheadOfClock event) {
      lead = event.lead().toMillis();
    }
  }

  @Name("io.snowbraid.Waited")
  @Label("Waited")
  private static final class WaitedFlightEvent extends FlightEvent {
    @Label("Wait")
    @Timespan(Timespan.NANOSECONDS)
    final long time;

    WaitedFlightEvent(Waited event) {
      time = event.time().toNanos();
    }
  }

  @Name("io.snowbraid.CallFailed")
  @Label("Call Failed")
  private static final class CallFailedFlightEvent extends FlightEvent {
    @Label("Cause")
    final String cause;

    CallFailedFlightEvent(CallFailed event) {
      cause = event.cause().toString();
    }
  }

  @Name("io.snowbraid.ClockJumped")
  @Label("Clock Jumped")
  private static final class ClockJumpedFlightEvent extends FlightEvent {
    @Label("Jump")
    @Timespan(Timespan.MILLISECONDS)
    final long jump;

    ClockJumpedFlightEvent(ClockJumped event) {
      jump = event.jump().toMillis();
    }
  }

  @Name("io.snowbraid.ClockDoubted")
  @Label("Clock Doubted")
  private static final class ClockDoubtedFlightEvent extends FlightEvent {
    @Label("Forward Jump")
    @Timespan(Timespan.MILLISECONDS)
    final long jump;

    ClockDoubtedFlightEvent(ClockDoubted event) {
      jump = event.jump().toMillis();
    }
  }

  @Name("io.snowbraid.WorkerChanged")
  @Label("Worker Changed")
  private static final class WorkerChangedFlightEvent extends FlightEvent {
    @Label("Worker")
    final int worker;

    @Label("Next Worker")
    final int next;

    WorkerChangedFlightEvent(WorkerChanged event) {
      worker = event.worker();
      next = event.next();
    }
  }

  @Name("io.snowbraid.WorkerLost")
  @Label("Worker Lost")
  private static final class WorkerLostFlightEvent extends FlightEvent {
    @Label("Worker")
    final int worker;

    WorkerLostFlightEvent(WorkerLost event) {
      worker = event.worker();
    }
  }

  @Name("io.snowbraid.StoreFailed")
  @Label("Store Failed")
  private static final class StoreFailedFlightEvent extends FlightEvent {
    @Label("Cause")
    final String cause;

    StoreFailedFlightEvent(StoreFailed event) {
      cause = event.cause().toString();
    }
  }
}
