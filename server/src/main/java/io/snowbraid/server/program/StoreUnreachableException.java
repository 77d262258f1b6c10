package io.snowbraid.server.program;

/** Thrown if the store cannot be reached; a retry may succeed. */
final class StoreUnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
