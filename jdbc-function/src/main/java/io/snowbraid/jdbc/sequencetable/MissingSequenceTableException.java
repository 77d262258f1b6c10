package io.snowbraid.jdbc.sequencetable;

import io.snowbraid.sequence.SequenceStoreException;

/** Thrown if there is no table of slots or servers where the connections look for it. */
public final class MissingSequenceTableException extends SequenceStoreException {

  private static final long serialVersionUID = 1L;

  public MissingSequenceTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
