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

  /**
   * Returns for how long the client of a port has been silent, to find the one that is needed
   * least.
   *
   * @param listener the port
   * @return 0 if the connection has to stay
   */
  default long silence(Channel listener) {
    return 0;
  }

  /** Closes the connection at once, because another client needs its place. */
  default void evict() {}

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
