package io.snowbraid.error;

/**
 * Thrown if the generator is closed, and has released its worker or its numbers. It stays closed;
 * build another one.
 *
 * <p>If another thread closes a shared generator, a call gets this exception only if it begins, or
 * takes its number, after the close.
 */
public final class GeneratorClosedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception; for implementations of {@link io.snowbraid.IdGenerator}.
   *
   * @param message what is closed, and what to do
   */
  public GeneratorClosedException(String message) {
    super(message);
  }
}
