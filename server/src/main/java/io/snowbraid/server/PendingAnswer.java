package io.snowbraid.server;

/** An answer that its connection waits for. */
interface PendingAnswer {

  /** Writes the answer, in the thread of the connection. */
  void write(Replies replies);
}
