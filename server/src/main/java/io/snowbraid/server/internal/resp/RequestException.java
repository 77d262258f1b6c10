package io.snowbraid.server.internal.resp;

/** Thrown if a request is wrong. Its message is the answer, and the connection continues. */
final class RequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a stack trace, because anyone can cause it.
   *
   * @param answer the answer with its code
   */
  RequestException(String answer) {
    super(answer, null, false, false);
  }
}
