package io.snowbraid.jdbc;

import io.snowbraid.worker.WorkerSourceException;

/** There is no table of workers where the connections look for it. */
final class MissingTableException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  MissingTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
