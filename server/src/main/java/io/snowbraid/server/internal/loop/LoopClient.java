package io.snowbraid.server.internal.loop;

import io.netty.channel.Channel;
import io.snowbraid.internal.Log;

/** A connection, as its event loop looks after it. Called by the thread of the loop only. */
public interface LoopClient {

  /** Closes the connection if its client has not read, sent or asked for too long. */
  void checkTimeouts();

  /** Ends the connection once it has its answers. */
  void drain();

  /** Closes the connection, because its work has failed. */
  void fail(Throwable cause);

  /** Returns whether the connection came to a port. */
  default boolean isOf(Channel listener) {
    return false;
  }

  /**
   * Returns for how long the client has been silent, in ticks, to find the one that is needed
   * least.
   *
   * @return 0 if the connection has to stay
   */
  default long silence() {
    return 0;
  }

  /**
   * Returns how much more than usual the connection takes, and for how long: bytes times ticks; 0
   * if it takes no more.
   */
  default long excess() {
    return 0;
  }

  /** Returns how many bytes of memory the connection was found to take. */
  default long bytes() {
    return 0;
  }

  /** Finds out how many bytes of memory the connection takes, and returns how many more. */
  default long measure() {
    return 0;
  }

  /**
   * Closes the connection at once, so that it takes no memory any more.
   *
   * @param reason why, for the log
   */
  default void evict(String reason) {}

  /** Closes the connection if it is logged in by a secret that was removed. */
  default void renewLogin() {}

  /** Does work of the connection. It would hang if it were left in the middle of that. */
  default void run(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      failSafely(e);
    }
  }

  private void failSafely(Throwable cause) {
    try {
      fail(cause);
    } catch (Throwable e) { // the other connections of the loop must be looked after
      Log.warn("a connection could not be closed in order", e);
    }
  }
}
