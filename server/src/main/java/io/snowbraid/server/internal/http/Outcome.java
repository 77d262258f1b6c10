package io.snowbraid.server.internal.http;

/** The result of a request: an answer, or a call that its connection must wait for. */
public sealed interface Outcome permits Answer, AsyncCall {

  /** Releases what this holds, because its connection has closed. */
  void discard();
}
