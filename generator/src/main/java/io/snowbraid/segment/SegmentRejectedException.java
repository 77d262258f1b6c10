package io.snowbraid.segment;

/**
 * Thrown by a {@link SegmentSource} if asking again does not help until somebody changes the record
 * of the tag: its numbers are used up, its bound went back, or its values contradict the
 * configuration.
 */
public class SegmentRejectedException extends SegmentSourceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what is wrong with which value, and what to do
   */
  public SegmentRejectedException(String message) {
    super(message);
  }
}
