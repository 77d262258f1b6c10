package io.snowbraid;

import java.util.concurrent.atomic.AtomicReference;

/** Whether a generator may hold a worker, and issue ids; asked and changed by any thread. */
final class Lifecycle {

  private enum State {
    /** Holds a worker, or takes one. */
    OPEN,
    /** Holds none for now: its process is being frozen into an image, or nobody can reach it. */
    SUSPENDED,
    /** Never holds one again. */
    CLOSED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

  /** Whether the generator was not closed. */
  boolean isOpen() {
    return state.get() != State.CLOSED;
  }

  /** Whether the generator may hold a worker now. */
  boolean isActive() {
    return state.get() == State.OPEN;
  }

  void suspend() {
    boolean unused = state.compareAndSet(State.OPEN, State.SUSPENDED);
  }

  void resume() {
    boolean unused = state.compareAndSet(State.SUSPENDED, State.OPEN);
  }

  void close() {
    state.set(State.CLOSED);
  }
}
