package io.snowbraid;

/**
 * The generator is closed and has given its worker back. It stays closed: build another.
 *
 * <p>A caller that shares a generator with whoever closes it gets this exception only for calls
 * that begin, or take a number, after the close.
 */
public final class GeneratorClosedException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  GeneratorClosedException(String message) {
    super(message);
  }
}
