package io.snowbraid.error;

/**
 * Thrown if the generator is closed. It has released its worker or its numbers and cannot be
 * reopened; build a new one.
 *
 * <p>If another thread closes a shared generator, only calls that start, or take their number,
 * after that get this exception.
 */
public final class GeneratorClosedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception. For implementations of {@link io.snowbraid.IdGenerator}.
   *
   * @param message what is closed, and what to do
   */
  public GeneratorClosedException(String message) {
    super(message);
  }
}
