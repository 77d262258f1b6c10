package io.snowbraid.server.internal.resp;

/** Thrown if a client does not speak the protocol. Its connection is closed. */
final class ProtocolException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a stack trace, because anyone can cause it.
   *
   * @param rule what is wrong, as Redis says it
   */
  ProtocolException(String rule) {
    super("ERR Protocol error: " + rule, null, false, false);
  }
}
