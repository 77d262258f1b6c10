package io.snowbraid.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Saves a busy generator from reading its clock at each call: while it is busy, the {@link
 * ClockWatcher} of the process checks the clock instead.
 *
 * <p>An idle generator is not watched, and reads its clock at each call.
 */
final class WatchedClock {

  /**
   * After this many checks without load the watch ends: enough to outlast the pauses between
   * bursts.
   */
  private static final int QUIET_LOOKS = 50;

  private final @Nullable ClockWatcher watch;
  private final BooleanSupplier check;
  private final AtomicBoolean started = new AtomicBoolean();
  private int quiet;
  private volatile boolean running;

  /**
   * Creates a clock that is not watched yet.
   *
   * @param watch null if callers have to read the clock themselves
   * @param check checks the clock for the generator, and returns whether the generator is busy
   */
  WatchedClock(@Nullable ClockWatcher watch, BooleanSupplier check) {
    this.watch = watch;
    this.check = check;
  }

  /** Returns whether a thread watches the clock, so that callers need not read it. */
  boolean isRunning() {
    return running;
  }

  /** Starts the watch unless it is running. */
  void start() {
    if (watch != null && started.compareAndSet(false, true) && !watch.add(this)) {
      started.set(false);
    }
  }

  /** Notes that the watch has begun. Called by the watcher only. */
  void begin() {
    quiet = 0;
    running = true;
  }

  /** Checks the clock; returns false if this was the last check. Called by the watcher only. */
  boolean check() {
    quiet = check.getAsBoolean() ? 0 : quiet + 1;
    boolean goesOn = quiet < QUIET_LOOKS;
    if (!goesOn) {
      running = false;
      started.set(false);
    }
    return goesOn;
  }
}
