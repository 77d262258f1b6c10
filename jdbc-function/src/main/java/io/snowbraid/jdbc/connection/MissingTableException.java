package io.snowbraid.jdbc.connection;

import io.snowbraid.worker.WorkerSourceException;

/** Thrown if there is no table of workers where the connections look for it. */
public final class MissingTableException extends WorkerSourceException {

  private static final long serialVersionUID = 1L;

  public MissingTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
