package io.snowbraid.keyed;

import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Scheduler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * The store as all background work of one server uses it, with its settings, clocks and threads,
 * and why it fails. Failures are logged once a minute.
 *
 * <p>Safe for use by any number of threads.
 */
final class KeyedContext {

  private final KeyedStore store;
  private final KeyedSettings settings;
  private final InstantSource clock;
  private final MonotonicTime steady;
  private final Scheduler scheduler;
  private final RateLimit warnings;
  private volatile String failure = "";
  private volatile boolean isOver;

  KeyedContext(
      KeyedStore store,
      KeyedSettings settings,
      InstantSource clock,
      MonotonicTime steady,
      Scheduler scheduler) {
    this.store = Objects.requireNonNull(store, "store");
    this.settings = settings;
    this.clock = clock;
    this.steady = steady;
    this.scheduler = scheduler;
    this.warnings = new RateLimit(1, Duration.ofMinutes(1), steady.nanoTime());
  }

  KeyedStore store() {
    return store;
  }

  KeyedSettings settings() {
    return settings;
  }

  InstantSource clock() {
    return clock;
  }

  MonotonicTime steady() {
    return steady;
  }

  Rounds rounds(Rounds.Work work) {
    return new Rounds(store, scheduler, work);
  }

  /** Returns a reading of the steady clock. */
  long now() {
    return steady.nanoTime();
  }

  /** Returns the time of a call to the store that has just been answered. */
  CallTime since(long began) {
    return new CallTime(began, now());
  }

  /** Notes that the store fails; returns why, for people. */
  String failed(Throwable cause) {
    String line = Log.line(cause);
    if (!isOver && warnings.tryAcquire(now())) {
      String message = "numbers per key: the store fails; it is tried again: " + line;
      if (Log.isEnding()) { // as H2, which closes its file then; where it was called from is known
        Log.warn("{0}", message);
      } else {
        Log.warn(message, cause);
      }
    }
    failure = line.isEmpty() ? cause.getClass().getName() : line;
    return failure;
  }

  /** Notes that the store works. */
  void works() {
    failure = "";
  }

  /** Ends the warnings, because nothing is asked of the store any more that matters. */
  void end() {
    isOver = true;
  }

  /** Returns why the store fails; empty if it does not. */
  String failure() {
    return failure;
  }
}
