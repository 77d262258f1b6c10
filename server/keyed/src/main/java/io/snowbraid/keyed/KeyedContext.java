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
 * Everything that a server's background work shares: the store and its last failure, settings,
 * clocks and threads. Failures are logged once a minute.
 *
 * <p>Thread-safe.
 */
final class KeyedContext {

  final KeyedStore store;
  final KeyedSettings settings;
  final InstantSource clock;
  final MonotonicTime steady;
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

  Rounds rounds(Rounds.Work work) {
    return new Rounds(store, scheduler, work);
  }

  long now() {
    return steady.nanoTime();
  }

  /** Returns the time of a store call that has just been answered. */
  CallTime since(long began) {
    return new CallTime(began, now());
  }

  /** Records a failure of the store; returns a description for people. */
  String failed(Throwable cause) {
    String line = Log.line(cause);
    if (!isOver && warnings.tryAcquire(now())) {
      String message = "numbers per key: the store failed; retrying: " + line;
      if (Log.isEnding()) { // JVM shutdown, when H2 closes its file; a stack trace would not help
        Log.warn("{0}", message);
      } else {
        Log.warn(message, cause);
      }
    }
    failure = line.isEmpty() ? cause.getClass().getName() : line;
    return failure;
  }

  /** Records that the store works. */
  void works() {
    failure = "";
  }

  /** Stops the warnings, because store failures no longer matter. */
  void end() {
    isOver = true;
  }

  /** Describes the store's failure; empty if it works. */
  String failure() {
    return failure;
  }
}
