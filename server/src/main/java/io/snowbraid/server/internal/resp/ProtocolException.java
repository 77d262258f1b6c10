package io.snowbraid.server.internal.resp;

/** Thrown if a client violates the protocol. Its connection is closed. */
final class ProtocolException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a stack trace, because any client can cause it.
   *
   * @param rule what is wrong, in Redis's words
   */
  ProtocolException(String rule) {
    super("ERR Protocol error: " + rule, null, false, false);
  }
}
