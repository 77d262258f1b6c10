package io.snowbraid.keyed;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Scheduler;
import java.time.InstantSource;
import java.util.Objects;

/**
 * What all background work of a server has in common: the store, the clocks, who runs it, and who
 * is told that the store fails.
 */
record Background(
    KeyedStore store,
    InstantSource clock,
    MonotonicTime steady,
    Scheduler scheduler,
    StoreTrouble trouble) {

  Background(KeyedStore store, InstantSource clock, MonotonicTime steady, Scheduler scheduler) {
    this(
        Objects.requireNonNull(store, "store"), clock, steady, scheduler, new StoreTrouble(steady));
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
}
