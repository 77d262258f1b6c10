package io.snowbraid.server.internal.loop;

/** A call that has to wait, for which a connection waits. */
public interface Waiting {

  /**
   * Makes the call, in a thread that may wait.
   *
   * @throws RuntimeException if it fails; {@link #fail} is called then
   */
  void make();

  /** Ends the call, in any thread, without the call having been made. */
  void fail(RuntimeException cause);
}
