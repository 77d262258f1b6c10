package io.snowbraid.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Spares a busy generator from reading its clock on every call: while it is busy, the process's
 * {@link ClockWatcher} checks the clock instead. An idle generator is not watched.
 */
final class WatchedClock {

  /**
   * After this many checks without load, watching stops. Long enough to outlast pauses between
   * bursts.
   */
  private static final int QUIET_CHECKS = 50;

  private final @Nullable ClockWatcher watcher;
  private final BooleanSupplier check;
  private final AtomicBoolean started = new AtomicBoolean();
  private int quiet;
  private volatile boolean running;

  /**
   * Creates a clock that is not watched yet.
   *
   * @param watcher null if calls must read the clock themselves
   * @param check checks the clock for the generator, and returns whether the generator is busy
   */
  WatchedClock(@Nullable ClockWatcher watcher, BooleanSupplier check) {
    this.watcher = watcher;
    this.check = check;
  }

  /** Returns whether the clock is watched, so that calls need not read it. */
  boolean isRunning() {
    return running;
  }

  /** Starts watching, unless it has started. */
  void start() {
    if (watcher != null && started.compareAndSet(false, true) && !watcher.add(this)) {
      started.set(false);
    }
  }

  /** Called by the watcher when it starts to watch this clock. */
  void begin() {
    quiet = 0;
    running = true;
  }

  /** Called by the watcher to check the clock. Returns false if this was the last check. */
  boolean check() {
    quiet = check.getAsBoolean() ? 0 : quiet + 1;
    boolean goesOn = quiet < QUIET_CHECKS;
    if (!goesOn) {
      running = false;
      started.set(false);
    }
    return goesOn;
  }
}
