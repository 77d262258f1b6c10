package io.snowbraid.sample;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The system's clock with an adjustable error. */
final class AdjustableClock implements InstantSource {

  private final InstantSource system;
  private volatile Setting setting = new Setting.Running(Duration.ZERO);

  AdjustableClock() {
    this(InstantSource.system());
  }

  AdjustableClock(InstantSource system) {
    this.system = system;
  }

  /** How the clock differs from the system's. */
  sealed interface Setting {

    Instant read(Instant now);

    Setting stepped(Duration step);

    /** Runs with an offset; behind the system's clock if negative. */
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

    /** Always shows the same time. */
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

    /** Steps back and returns, repeatedly. */
    record Swinging(Duration offset, Duration fall, Instant since) implements Setting {

      /** How long it stays behind, and then how long it stays right. */
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

  /** Steps the clock; back if the duration is negative. */
  synchronized void step(Duration step) {
    setting = setting.stepped(step);
  }

  /** Stops the clock at its current time. */
  synchronized void freeze() {
    setting = new Setting.Frozen(instant());
  }

  /** Makes the clock step back by a duration and return, repeatedly. */
  synchronized void swing(Duration fall) {
    Instant now = system.instant();
    Duration offset = Duration.between(now, setting.read(now));
    setting = new Setting.Swinging(offset, fall, now);
  }

  /** Sets the clock to the system's time. */
  synchronized void setRight() {
    setting = new Setting.Running(Duration.ZERO);
  }

  Setting setting() {
    return setting;
  }

  /** Returns the time of the system's clock. */
  Instant trueTime() {
    return system.instant();
  }

  @Override
  public Instant instant() {
    return setting.read(system.instant());
  }
}
