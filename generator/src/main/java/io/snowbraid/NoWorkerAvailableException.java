package io.snowbraid;

/**
 * There is no worker number for the generator: none was configured, or all are taken.
 *
 * <p>There is no default worker, because two generators that fell back to the same one would issue
 * the same ids.
 */
public final class NoWorkerAvailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  NoWorkerAvailableException(String message) {
    super(message);
  }
}
