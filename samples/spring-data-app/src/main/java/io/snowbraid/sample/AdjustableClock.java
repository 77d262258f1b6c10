package io.snowbraid.sample;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The system's clock, set wrong by as much as one likes. */
final class AdjustableClock implements InstantSource {

  private final InstantSource system;
  private volatile Setting setting = new Setting.Running(Duration.ZERO);

  AdjustableClock() {
    this(InstantSource.system());
  }

  AdjustableClock(InstantSource system) {
    this.system = system;
  }

  /** What is done to the system's clock. */
  sealed interface Setting {

    Instant read(Instant now);

    Setting stepped(Duration step);

    /** Runs, by so much off; behind if negative. */
    record Running(Duration offset) implements Setting {

      @Override
      public Instant read(Instant now) {
        return now.plus(offset);
      }

      @Override
      public Setting stepped(Duration step) {
        return new Running(offset.plus(step));
      }
    }

    /** Shows the same time for ever. */
    record Frozen(Instant at) implements Setting {

      @Override
      public Instant read(Instant now) {
        return at;
      }

      @Override
      public Setting stepped(Duration step) {
        return new Frozen(at.plus(step));
      }
    }

    /** Falls behind and returns, again and again. */
    record Swinging(Duration offset, Duration fall, Instant since) implements Setting {

      /** How long it stays behind, and how long it does not. */
      static final Duration STAY = Duration.ofSeconds(5);

      @Override
      public Instant read(Instant now) {
        long stays = Duration.between(since, now).dividedBy(STAY);
        Instant high = now.plus(offset);
        return stays % 2 == 0 ? high.minus(fall) : high;
      }

      @Override
      public Setting stepped(Duration step) {
        return new Swinging(offset.plus(step), fall, since);
      }
    }
  }

  /** Makes the clock jump; back if the duration is negative. */
  synchronized void step(Duration step) {
    setting = setting.stepped(step);
  }

  /** Stops the clock where it stands. */
  synchronized void freeze() {
    setting = new Setting.Frozen(instant());
  }

  /** Makes the clock jump back by a duration and return, to and fro. */
  synchronized void swing(Duration fall) {
    Instant now = system.instant();
    Duration offset = Duration.between(now, setting.read(now));
    setting = new Setting.Swinging(offset, fall, now);
  }

  /** Makes the clock show what the system's does. */
  synchronized void setRight() {
    setting = new Setting.Running(Duration.ZERO);
  }

  Setting setting() {
    return setting;
  }

  /** What the system's clock shows. */
  Instant trueTime() {
    return system.instant();
  }

  @Override
  public Instant instant() {
    return setting.read(system.instant());
  }
}
