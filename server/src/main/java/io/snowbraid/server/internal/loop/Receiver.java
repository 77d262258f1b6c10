package io.snowbraid.server.internal.loop;

import java.util.function.Consumer;

/**
 * Receives the result of a call that may outlive its connection, and must not keep that in memory
 * then. Used by the thread of one event loop.
 */
public final class Receiver<T> implements Consumer<T> {

  private Consumer<? super T> whenDone;
  private final Consumer<? super T> whenForgotten;

  /**
   * Begins to wait.
   *
   * @param whenDone called with the result
   * @param whenForgotten called instead if the wait is forgotten before; keeps nothing
   */
  public Receiver(Consumer<? super T> whenDone, Consumer<? super T> whenForgotten) {
    this.whenDone = whenDone;
    this.whenForgotten = whenForgotten;
  }

  @Override
  public void accept(T result) {
    whenDone.accept(result);
  }

  /** Forgets who waits. */
  public void forget() {
    whenDone = whenForgotten;
  }
}
