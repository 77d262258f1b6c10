package io.snowbraid.segment;

/** Thrown by a {@link SegmentSource} if a tag does not exist and the source may not create it. */
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
