package io.snowbraid.jdbc.segmenttable;

import io.snowbraid.segment.SegmentSourceException;

/** Thrown if there is no table of segments where the connections look for it. */
public final class MissingSegmentTableException extends SegmentSourceException {

  private static final long serialVersionUID = 1L;

  public MissingSegmentTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
