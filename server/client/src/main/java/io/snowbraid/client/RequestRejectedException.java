package io.snowbraid.client;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if all servers reject a client's requests, for example because of an unknown tag or a
 * wrong secret. Retrying does not help until the client or the servers are corrected. The message
 * contains each server's answer.
 */
public final class RequestRejectedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  RequestRejectedException(String message, Throwable cause) {
    super(message, cause);
  }
}
