package io.snowbraid.error;

/**
 * Thrown if an id is asked for a time of which it is no longer known which ids were issued, because
 * too many later times were asked for before. Sort the times, or {@linkplain
 * io.snowbraid.job.PastIds#open(io.snowbraid.worker.WorkerSource, io.snowbraid.layout.Layout, int)
 * remember more}.
 */
public final class UnsortedTimesException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message which time, and what to do
   */
  public UnsortedTimesException(String message) {
    super(message);
  }
}
