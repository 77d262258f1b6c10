package io.snowbraid;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Spares a busy generator the reading of its clock: the {@link ClockWatcher} of the process looks
 * at the clock instead of each caller, as long as there is load.
 *
 * <p>A generator that rests is not watched, and reads its clock at each call.
 */
final class WatchedClock {

  /** After so many looks without load the watch ends: it outlives the pauses between bursts. */
  private static final int QUIET_LOOKS = 50;

  private final @Nullable ClockWatcher watch;
  private final BooleanSupplier check;
  private final AtomicBoolean started = new AtomicBoolean();
  private int quiet;
  private volatile boolean running;

  /**
   * A clock that is not watched yet.
   *
   * @param watch null if callers have to read the clock themselves
   * @param check looks at the clock for the generator, and tells whether there is load
   */
  WatchedClock(@Nullable ClockWatcher watch, BooleanSupplier check) {
    this.watch = watch;
    this.check = check;
  }

  /** Whether a thread looks at the clock, so that others need not. */
  boolean isRunning() {
    return running;
  }

  /** Has the clock watched, unless it is. */
  void start() {
    if (watch != null && started.compareAndSet(false, true)) {
      watch.add(this);
    }
  }

  /** The watch takes it on; to be called by the watch. */
  void begin() {
    quiet = 0;
    running = true;
  }

  /** A look; false if it was the last one. To be called by the watch. */
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
