package io.snowbraid.segment;

/**
 * Thrown by a {@link SegmentSource} if retrying cannot help until the tag's record is changed: its
 * numbers are used up, its bound was set back, or its values contradict the configuration.
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
