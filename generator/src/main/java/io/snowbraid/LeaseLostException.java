package io.snowbraid;

/**
 * The generator no longer holds its worker, so it must not issue ids.
 *
 * <p>A closed generator has given its worker back.
 */
public final class LeaseLostException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  LeaseLostException(String message) {
    super(message);
  }
}
