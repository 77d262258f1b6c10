package io.snowbraid.server.internal.resp;

/** An answer that its connection waits for. Used by the thread of the connection. */
interface PendingAnswer {

  /** Writes the answer. */
  void write(Replies replies);

  /** Ends the wait, because the connection has ended. */
  default void cancel() {}
}
