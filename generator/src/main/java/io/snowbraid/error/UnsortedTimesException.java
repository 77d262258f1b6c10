package io.snowbraid.error;

/**
 * Thrown if a past id is requested for a time whose issued ids are no longer remembered, because
 * too many later times were requested before. Sort the times, or {@linkplain
 * io.snowbraid.job.PastIds#open(io.snowbraid.worker.WorkerSource, io.snowbraid.layout.Layout, int)
 * remember more}.
 */
public final class UnsortedTimesException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the time, and what to do
   */
  public UnsortedTimesException(String message) {
    super(message);
  }
}
