package io.snowbraid;

import io.snowbraid.error.SnowbraidException;

/**
 * Thrown if an id is asked for a time of which it is no longer known which ids were issued, because
 * too many later times were asked for before. Sort the times, or {@linkplain
 * PastIds#open(io.snowbraid.worker.WorkerSource, Layout, int) remember more}.
 */
public final class UnsortedTimesException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  UnsortedTimesException(String message) {
    super(message);
  }
}
