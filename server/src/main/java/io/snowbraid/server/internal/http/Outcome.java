package io.snowbraid.server.internal.http;

/** What becomes of a request: an answer, or a call that its connection has to wait for. */
public sealed interface Outcome permits Answer, AsyncCall {

  /** Frees what it holds, because its connection has ended. */
  void discard();
}
