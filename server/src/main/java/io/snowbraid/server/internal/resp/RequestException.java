package io.snowbraid.server.internal.resp;

/** Thrown if a request is invalid. Its message is the answer, and the connection stays open. */
final class RequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a stack trace, because any client can cause it.
   *
   * @param answer the answer with its code
   */
  RequestException(String answer) {
    super(answer, null, false, false);
  }
}
