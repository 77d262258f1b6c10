package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;

/** Thrown if a request is invalid. Its message is part of the answer. */
final class RequestFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient HttpResponseStatus status;

  /** Creates an exception without a stack trace, because any client can cause it. */
  RequestFailure(HttpResponseStatus status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  HttpResponseStatus status() {
    return status;
  }
}
