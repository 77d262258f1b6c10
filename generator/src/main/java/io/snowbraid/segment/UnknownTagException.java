package io.snowbraid.segment;

/** Thrown by a {@link SegmentSource} if there is no such tag and it may not create one. */
public final class UnknownTagException extends SegmentRejectedException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message which tag is unknown, where, and how to create it
   */
  public UnknownTagException(String message) {
    super(message);
  }
}
